import { definePages } from '@svc/e2e/pages'

export default definePages({
  pages: [
    { name: 'traffic', path: '/traffic', heading: ['Traffic', '流量'] },
    {
      name: 'server-traffic',
      path: ({ serverId }) => `/servers/${serverId}?tab=traffic`,
      heading: ['Billing cycle', '计费周期'],
    },
    {
      name: 'server-cost',
      path: ({ serverId }) => `/servers/${serverId}?tab=cost`,
      heading: ['Costs', '费用'],
    },
    { name: 'cost', path: '/cost', heading: ['Costs', '费用'] },
  ],
})
