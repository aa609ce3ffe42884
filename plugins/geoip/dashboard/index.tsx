import { defineDashboard, fill } from '@svc/dashboard-sdk'
import { locationAttribution } from '@svc/plugin-enrollment/dashboard/pages'
import { hopMap } from '@svc/plugin-traceroute/dashboard/pages'
import { geoipPage } from './pages.ts'
import { statusPath } from './status/status-path.ts'

export default defineDashboard({
  plugin: 'geoip',
  pages: [geoipPage],
  widgets: [
    {
      type: 'server-map',
      name: 'map.name',
      description: 'map.description',
      category: 'Status',
      sizing: { defaultW: 8, defaultH: 5, minW: 4, minH: 3, maxW: 12, maxH: 8, strategy: 'free' },
      load: () => import('./widgets/server-map.tsx'),
    },
  ],
  slots: [
    fill(locationAttribution, {
      id: 'geoip',
      order: 10,
      data: [{ path: statusPath }],
      component: () => import('./place-note.tsx'),
    }),
    fill(hopMap, { id: 'geoip', order: 10, component: () => import('./map/route-map.tsx') }),
  ],
})
