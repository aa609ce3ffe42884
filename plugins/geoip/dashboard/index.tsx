import { defineDashboard, fill } from '@svc/dashboard-sdk'
import { placeNotes } from '@svc/plugin-enrollment/dashboard/pages'
import { geoipPage } from './pages.js'

export default defineDashboard({
  plugin: 'geoip',
  pages: [geoipPage],
  locales: { en: () => import('./locales/en.json'), zh: () => import('./locales/zh.json') },
  slots: [fill(placeNotes, { id: 'geoip', order: 10, component: () => import('./place-note.js') })],
})
