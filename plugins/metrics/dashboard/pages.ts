import { definePage, slot } from '@svc/dashboard-sdk'
import { LayoutDashboard } from 'lucide-react'
import { type OverviewSearch, parseOverviewSearch } from './overview/overview-search.js'

export const overviewPage = definePage<'/overview', OverviewSearch>({
  id: 'metrics.overview',
  path: '/overview',
  title: 'overview.title',
  nav: { group: 'main', icon: LayoutDashboard, order: 5 },
  search: parseOverviewSearch,
  load: () => import('./overview/overview-page.js'),
})

/** Under the charts of a server: what else is known of how it does. */
export const metricsSections = slot<{ readonly serverId: string }>('metrics.sections')
