import { definePages } from '@svc/e2e/pages'

export default definePages({
  pages: [
    { name: 'alerts', path: '/alerts', heading: ['Alerts', '告警'] },
    { name: 'alert-history', path: '/alerts?view=history', heading: ['Alerts', '告警'] },
    {
      name: 'server-alerts',
      path: ({ serverId }) => `/servers/${serverId}?tab=alerts`,
      heading: ['Last 30 days', '最近 30 天'],
    },
    { name: 'alert-rules', path: '/settings/alerts', heading: ['Alert rules', '告警规则'] },
    { name: 'channels', path: '/settings/notifications', heading: ['Notifications', '通知'] },
    { name: 'groups', path: '/settings/notifications?tab=groups', heading: ['Notifications', '通知'] },
    {
      name: 'alert-groups',
      path: '/settings/notifications?tab=grouping',
      heading: ['Notifications', '通知'],
    },
    { name: 'deliveries', path: '/settings/notifications?tab=deliveries', heading: ['Notifications', '通知'] },
  ],
})
