import { defineDashboard } from '@svc/dashboard-sdk'

export default defineDashboard({ plugin: 'upgrade' })
