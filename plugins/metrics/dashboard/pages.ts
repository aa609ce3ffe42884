import { definePage, slot } from '@svc/dashboard-sdk'
import { ArrowDownUp, Coins, LayoutDashboard } from 'lucide-react'
import { type CostSearch, parseCostSearch } from './cost/cost-search.js'
import { type OverviewSearch, parseOverviewSearch } from './overview/overview-search.js'
import { parseTrafficSearch, type TrafficSearch } from './traffic/traffic-search.js'

export const overviewPage = definePage<'/overview', OverviewSearch>({
  id: 'metrics.overview',
  path: '/overview',
  title: 'overview.title',
  nav: { group: 'main', icon: LayoutDashboard, order: 5 },
  search: parseOverviewSearch,
  load: () => import('./overview/overview-page.js'),
})

export const trafficPage = definePage<'/traffic', TrafficSearch>({
  id: 'metrics.traffic',
  path: '/traffic',
  title: 'traffic.title',
  nav: { group: 'main', icon: ArrowDownUp, order: 30 },
  search: parseTrafficSearch,
  load: () => import('./traffic/traffic-page.js'),
})

export const costPage = definePage<'/cost', CostSearch>({
  id: 'metrics.cost',
  path: '/cost',
  title: 'cost.title',
  nav: { group: 'main', icon: Coins, order: 40 },
  search: parseCostSearch,
  load: () => import('./cost/cost-page.js'),
})

/** Under the charts of a server: what else is known of how it does. */
export const metricsSections = slot<{ readonly serverId: string }>('metrics.sections')
