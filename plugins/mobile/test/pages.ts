import { definePages } from '@svc/e2e/pages'

export default definePages({
  pages: [{ name: 'mobile-devices', path: '/settings/mobile-devices', heading: ['Mobile devices', '移动设备'] }],
})
