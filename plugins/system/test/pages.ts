import { definePages } from '@svc/e2e/pages'

export default definePages({
  pages: [
    { name: 'general', path: '/settings/general', heading: ['General', '常规'] },
    { name: 'brand', path: '/settings/appearance', heading: ['General', '常规'] },
    { name: 'audit-log', path: '/settings/audit-logs', heading: ['Audit log', '审计日志'] },
    { name: 'plugins', path: '/settings/plugins', heading: ['Plugins', '插件'] },
    // None of ours has such settings; the form itself is checked in `plugin-settings.test.ts`.
    { name: 'plugin-settings', path: '/settings/plugins/metrics', heading: ['Settings of Metrics', '的设置'] },
    { name: 'rate-limits', path: '/settings/rate-limits', heading: ['Rate limits', '速率限制'] },
  ],
})
