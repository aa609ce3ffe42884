import { definePages } from '@svc/e2e/pages'

export default definePages({
  pages: [
    {
      name: 'server-resources',
      path: ({ serverId }) => `/servers/${serverId}?tab=resources`,
      heading: ['CPU', 'CPU'],
    },
  ],
})
