import { definePage } from '@svc/dashboard-sdk'
import { DatabaseBackup } from 'lucide-react'

export const backupPage = definePage({
  id: 'backup.backup',
  path: '/settings/backup',
  title: 'backup.title',
  access: 'admin',
  nav: { group: 'settings', section: 'system', icon: DatabaseBackup, order: 20, hint: 'backup.hint' },
  load: () => import('./backup-page.tsx'),
})
