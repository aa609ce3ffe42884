import { definePages } from '@svc/e2e/pages'

export default definePages({
  pages: [
    { name: 'traceroute', path: ({ serverId }) => `/servers/${serverId}?tab=traceroute`, heading: ['web-1', 'web-1'] },
  ],
})
