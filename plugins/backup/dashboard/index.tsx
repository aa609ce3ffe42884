import { defineDashboard } from '@svc/dashboard-sdk'
import { backupPage } from './pages.ts'

export default defineDashboard({ plugin: 'backup', pages: [backupPage] })
