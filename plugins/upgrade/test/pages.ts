import { definePages } from '@svc/e2e/pages'

export default definePages({
  pages: [
    { name: 'settings-upgrades', path: '/settings/upgrades', heading: ['Agent upgrades', 'Agent 升级'] },
    { name: 'server-upgrade', path: ({ serverId }) => `/servers/${serverId}?tab=upgrade`, heading: ['web-1', 'web-1'] },
  ],
})
