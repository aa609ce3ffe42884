import { definePages } from '@svc/e2e/pages'

export default definePages({
  pages: [{ name: 'board', path: '/dashboards', heading: ['Overview', 'Overview'] }],
})
