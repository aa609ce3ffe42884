import { type ChartMark, definePage, slot } from '@svc/dashboard-sdk'
import type { ServerStatus } from '@svc/protocol'
import { ListChecks, Server } from 'lucide-react'
import type { ReactNode } from 'react'
import type { CapabilityOverrides } from './add/install-command.ts'
import { type MatrixSearch, parseMatrixSearch } from './capabilities/matrix-search.ts'
import { type DetailSearch, parseDetailSearch } from './detail/detail-search.ts'
import { type ListSearch, parseListSearch } from './list/list-search.ts'
import { groupsPath } from './server/groups-path.ts'

/** A column of the server list. */
export interface ServerColumn {
  /** a track of CSS grid, so that changing values do not shift anything */
  readonly width: string
  /** without it, the column is hidden on narrow screens */
  readonly phoneWidth?: string
  /** hidden on medium screens too */
  readonly isWideOnly?: true
  readonly align?: 'right'
  /** what the list is sorted by; NaN if unknown */
  value(server: ServerStatus): number
}

/**
 * Columns of the server list: the cells of online servers. `title` is the header; the list can be sorted by each of them,
 * with its `id` in the URL.
 */
export const serverColumns = slot<{ readonly server: ServerStatus }, ServerColumn>('enrollment.serverColumns')

/** What the card of an online server shows. */
export const cardFigures = slot<{ readonly server: ServerStatus }>('enrollment.cardFigures')

/** Above the tabs of a server's page: how it is doing now. */
export const serverGauges = slot<{ readonly server: ServerStatus }>('enrollment.serverGauges')

/** Tiles of the summary above the server list. Each is a flex item, at least 7 rem high. */
export const fleetTiles = slot('enrollment.fleetTiles')

/** Above the tiles of all servers on the home page: what they do together. */
export const fleetTotals = slot('enrollment.fleetTotals')

/** Beside the name of a server, in its row or card of the list and in the header of its page. */
export const serverBadges = slot<{ readonly server: ServerStatus; readonly where: 'row' | 'card' | 'header' }>(
  'enrollment.serverBadges',
)

/** What happened to a server, for the charts of its page. Contributions show nothing themselves. */
export const serverMarks = slot<ServerMarksProps>('enrollment.serverMarks')

/** At the bottom of pages that show the locations of servers: attribution of the location data. */
export const locationAttribution = slot('enrollment.locationAttribution')

const all = Number.POSITIVE_INFINITY

export const serversPage = definePage<'/servers', ListSearch>({
  id: 'enrollment.servers',
  path: '/servers',
  title: 'list.title',
  nav: { group: 'main', icon: Server, order: 10 },
  search: parseListSearch,
  data: () => [{ path: groupsPath }],
  opensWith: [serverColumns, cardFigures, fleetTiles, locationAttribution].map((part) => ({ slot: part, count: all })),
  load: () => import('./servers-page.tsx'),
})

/** The groups of the tabs of a server's page, in order: what one watches, does, protects and sets up. */
export const tabGroups = ['watch', 'operate', 'protect', 'manage'] as const

export interface ServerTabProps {
  readonly serverId: string
  /** its live row; undefined for a moment after the page was opened */
  readonly server: ServerStatus | undefined
}

/**
 * The tabs of a server's page. Each fill needs a `title` and one of `tabGroups` as its `group`; the first tab is the
 * default. `when: ({ server }) => server?.features.includes('docker') ?? false` shows a tab only where it makes sense;
 * opened by its address it is shown everywhere and says why there is nothing.
 */
export const serverTabs = slot<ServerTabProps>('enrollment.serverTabs')

export const serverPage = definePage<'/servers/$id', DetailSearch>({
  id: 'enrollment.server',
  path: '/servers/$id',
  title: 'detail.title',
  parent: serversPage,
  search: parseDetailSearch,
  data: ({ id }) => [{ path: `/api/servers/${encodeURIComponent(id)}` }, { path: groupsPath }],
  opensWith: [
    { slot: serverGauges, count: all },
    { slot: serverTabs, count: 1 },
    { slot: serverMarks, count: all },
    { slot: serverBadges, count: all, given: { where: 'header' } },
    { slot: locationAttribution, count: all },
  ],
  load: () => import('./server-page.tsx'),
})

export const capabilitiesPage = definePage<'/settings/capabilities', MatrixSearch>({
  id: 'enrollment.capabilities',
  path: '/settings/capabilities',
  title: 'matrix.title',
  access: 'admin',
  nav: { group: 'settings', section: 'access', icon: ListChecks, order: 20, hint: 'matrix.about' },
  search: parseMatrixSearch,
  load: () => import('./capabilities-page.tsx'),
})

export interface ServerMarksProps {
  readonly serverId: string
  /** epoch seconds; without an end, until now */
  readonly from: number
  readonly to?: number | undefined
  /** Takes all marks of the contribution; keep them the same array while nothing has changed. */
  readonly onMarks: (marks: readonly ChartMark[]) => void
}

/** Menu items (`MenuItem`) for a server, in the menu of its list entry and of its page. Admins only. */
export const serverActions = slot<{ readonly server: ServerStatus }>('enrollment.serverActions')

/** Buttons for the selected servers of the list. Admins only. Call `onDone` to end the selection. */
export const bulkActions = slot<{ readonly servers: readonly ServerStatus[]; readonly onDone: () => void }>(
  'enrollment.bulkActions',
)

export interface InstallMethodProps {
  /** origin of this dashboard */
  readonly serverUrl: string
  /** one-time code of the server that is added */
  readonly code: string
  /** capabilities that were chosen in the dialog */
  readonly overrides: CapabilityOverrides
  /** the commands for hosts that already have the agent; show them where there is nothing better */
  readonly manual: ReactNode
}

/** How to install the agent of a new server. The first fill replaces the commands of the dialog. */
export const installMethods = slot<InstallMethodProps>('enrollment.installMethods')
