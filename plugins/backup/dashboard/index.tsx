import { defineDashboard } from '@svc/dashboard-sdk'
import { backupPage, planPage } from './pages.ts'

export default defineDashboard({ plugin: 'backup', pages: [backupPage, planPage] })
