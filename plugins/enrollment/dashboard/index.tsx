import {
  defineDashboard,
  fill,
  homeFigures,
  homeProblems,
  homeSections,
  navCounts,
  paletteSources,
} from '@svc/dashboard-sdk'
import { auditLinks } from '@svc/plugin-system/dashboard/pages'
import { capabilitiesPage, fleetTotals, serverPage, serversPage } from './pages.ts'
import { groupsPath } from './server/groups-path.ts'

export default defineDashboard({
  plugin: 'enrollment',
  pages: [serversPage, serverPage, capabilitiesPage],
  slots: [
    fill(auditLinks, { id: 'enrollment.server', order: 10, component: () => import('./server/audit-link.tsx') }),
    fill(homeFigures, {
      id: 'enrollment.attention',
      order: 10,
      component: () => import('./home/attention-figure.tsx'),
    }),
    fill(homeFigures, { id: 'enrollment.online', order: 40, component: () => import('./home/online-figure.tsx') }),
    fill(homeProblems, { id: 'enrollment', order: 10, component: () => import('./home/problems.tsx') }),
    fill(homeSections, {
      id: 'enrollment',
      order: 20,
      data: [{ path: groupsPath }],
      opensWith: [{ slot: fleetTotals, count: Number.POSITIVE_INFINITY }],
      component: () => import('./home/fleet.tsx'),
    }),
    fill(navCounts, { id: serversPage.id, order: 10, component: () => import('./home/nav-count.tsx') }),
    fill(paletteSources, { id: 'enrollment', order: 20, component: () => import('./palette-servers.tsx') }),
  ],
})
