import { definePage, slot } from '@svc/dashboard-sdk'
import { ListChecks, Server } from 'lucide-react'
import { type MatrixSearch, parseMatrixSearch } from './capabilities/matrix-search.ts'
import { type DetailSearch, parseDetailSearch } from './detail/detail-search.ts'
import { type ListSearch, parseListSearch } from './list/list-search.ts'

export const serversPage = definePage<'/servers', ListSearch>({
  id: 'enrollment.servers',
  path: '/servers',
  title: 'list.title',
  nav: { group: 'main', icon: Server, order: 10 },
  search: parseListSearch,
  load: () => import('./servers-page.tsx'),
})

export const serverPage = definePage<'/servers/$id', DetailSearch>({
  id: 'enrollment.server',
  path: '/servers/$id',
  title: 'detail.title',
  parent: serversPage,
  search: parseDetailSearch,
  load: () => import('./server-page.tsx'),
})

export const capabilitiesPage = definePage<'/settings/capabilities', MatrixSearch>({
  id: 'enrollment.capabilities',
  path: '/settings/capabilities',
  title: 'matrix.title',
  access: 'admin',
  nav: { group: 'settings', icon: ListChecks, order: 60 },
  search: parseMatrixSearch,
  load: () => import('./capabilities-page.tsx'),
})

/** The tabs of a server's page; each fill needs a `title`. The first one is the default. */
export const serverTabs = slot<{ readonly serverId: string }>('enrollment.serverTabs')

/** At the bottom of pages that show the locations of servers: attribution of the location data. */
export const locationAttribution = slot('enrollment.locationAttribution')
