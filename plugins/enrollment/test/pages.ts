import { definePages } from '@svc/e2e/pages'

export default definePages({
  pages: [
    { name: 'servers', path: '/servers', heading: ['Servers', '服务器'] },
    { name: 'servers-cards', path: '/servers?view=cards', heading: ['Servers', '服务器'] },
    { name: 'server', path: ({ serverId }) => `/servers/${serverId}`, heading: ['web-1', 'web-1'] },
    { name: 'capabilities', path: '/settings/capabilities', heading: ['Capabilities', '能力'] },
  ],
})
