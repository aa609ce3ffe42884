import { definePages } from '@svc/e2e/pages'

export default definePages({
  pages: [{ name: 'widgets', path: '/settings/widgets', heading: ['Widgets', '小组件'] }],
})
