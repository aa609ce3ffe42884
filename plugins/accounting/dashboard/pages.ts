import { definePage, type PageRef } from '@svc/dashboard-sdk'
import { ArrowDownUp, Coins } from 'lucide-react'
import { type CostSearch, parseCostSearch } from './cost/cost-search.ts'
import { parseTrafficSearch, type TrafficSearch } from './traffic/traffic-search.ts'

export const trafficPage = definePage<'/traffic', TrafficSearch>({
  id: 'accounting.traffic',
  path: '/traffic',
  title: 'traffic.title',
  nav: { group: 'main', icon: ArrowDownUp, order: 50, label: 'traffic.area' },
  search: parseTrafficSearch,
  load: () => import('./traffic/traffic-page.tsx'),
})

export const costPage = definePage<'/cost', CostSearch>({
  id: 'accounting.cost',
  path: '/cost',
  title: 'cost.title',
  nav: { group: 'main', within: trafficPage as PageRef, icon: Coins, order: 10 },
  search: parseCostSearch,
  load: () => import('./cost/cost-page.tsx'),
})
