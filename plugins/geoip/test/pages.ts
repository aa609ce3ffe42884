import { definePages } from '@svc/e2e/pages'

export default definePages({
  pages: [{ name: 'geoip', path: '/settings/geoip', heading: ['GeoIP', 'GeoIP'] }],
})
