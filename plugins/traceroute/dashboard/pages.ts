import { definePage, type PageRef, slot } from '@svc/dashboard-sdk'
import { serversPage } from '@svc/plugin-enrollment/dashboard/pages'
import { networkPage } from '@svc/plugin-probes/dashboard/pages'
import { Route } from 'lucide-react'
import { type CompareSearch, parseCompareSearch } from './compare/compare-search.ts'

/** The id of the tab of a server, for links to it. */
export const tracerouteTab = 'traceroute'

/** Traces of several servers, side by side. */
export const tracerouteComparePage = definePage<'/traceroute', CompareSearch>({
  id: 'traceroute.compare',
  path: '/traceroute',
  title: 'compare.title',
  nav: { group: 'main', within: networkPage as PageRef, icon: Route, order: 30 },
  search: parseCompareSearch,
  load: () => import('./compare/compare-page.tsx'),
})

/** The traces of a server, or one of them (`trace`); redirects to the tab. */
export const serverTraceroutePage = definePage<'/servers/$id/traceroute', Readonly<Record<string, string>>>({
  id: 'traceroute.server',
  path: '/servers/$id/traceroute',
  title: 'tab.title',
  parent: serversPage,
  search: (raw) => raw,
  load: () => import('./tab/forward-page.tsx'),
})

/** A place on the way of packets. */
export interface HopPlace {
  /** the hops there, for example "3, 4" */
  readonly label: string
  /** what answers there, for people */
  readonly title: string
  /** two upper-case letters */
  readonly country: string
  /** degrees; null: somewhere in the country */
  readonly latitude: number | null
  readonly longitude: number | null
}

/** A map of a trace. The first contribution is shown. */
export const hopMap = slot<{ readonly places: readonly HopPlace[] }>('traceroute.hopMap')
