import { definePages } from '@svc/e2e/pages'

export default definePages({
  pages: [
    { name: 'home', path: '/', heading: ['Home', '首页'] },
    { name: 'settings', path: '/settings', heading: ['Settings', '设置'] },
    { name: 'not-found', path: '/no/such/page', heading: ['Page not found', '页面不存在'] },
  ],
})
