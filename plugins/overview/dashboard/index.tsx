import { defineDashboard, fill } from '@svc/dashboard-sdk'
import { fleetTiles, fleetTotals } from '@svc/plugin-enrollment/dashboard/pages'
import { widgetTypes } from './widgets/types.ts'

export default defineDashboard({
  plugin: 'overview',
  widgets: widgetTypes,
  slots: [
    fill(fleetTiles, { id: 'usage', order: 10, component: () => import('./usage-tiles.tsx') }),
    fill(fleetTotals, { id: 'totals', order: 10, component: () => import('./fleet-totals.tsx') }),
  ],
})
