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

export const planPage = definePage({
  id: 'backup.plan',
  path: '/settings/backup/$id',
  title: 'backup.plan',
  access: 'admin',
  parent: backupPage,
  load: () => import('./plans/plan-page.tsx'),
})
