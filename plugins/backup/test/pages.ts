import { definePages } from '@svc/e2e/pages'

export default definePages({
  pages: [{ name: 'backup', path: '/settings/backup', heading: ['Backup', '备份'] }],
})
