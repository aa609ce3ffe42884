import { definePages } from '@svc/e2e/pages'

export default definePages({
  pages: [{ name: 'not-found', path: '/no/such/page', heading: ['Page not found', '页面不存在'] }],
})
