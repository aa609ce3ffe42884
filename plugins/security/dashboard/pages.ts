import { definePage, type PageRef, slot } from '@svc/dashboard-sdk'
import { alertsPage } from '@svc/plugin-alerts/dashboard/pages'
import { ShieldAlert } from 'lucide-react'
import { parseSecuritySearch, type SecuritySearch } from './security-search.ts'

/** The id of the tab of a server, for links to it. */
export const securityTab = 'security'

export const securityPage = definePage<'/security', SecuritySearch>({
  id: 'security.events',
  path: '/security',
  title: 'events.title',
  nav: { group: 'main', within: alertsPage as PageRef, icon: ShieldAlert, order: 30 },
  search: parseSecuritySearch,
  load: () => import('./security-page.tsx'),
})

/** Redirects to the tab of a server. */
export const serverSecurityPage = definePage<'/security/$id', Readonly<Record<string, string>>>({
  id: 'security.server',
  path: '/security/$id',
  title: 'events.title',
  parent: securityPage,
  search: (raw) => raw,
  load: () => import('./forward-page.tsx'),
})

/** Actions on the address of an event, in its details. */
export const sourceActions = slot<{
  readonly address: string
  readonly serverId: string
  readonly eventId: string
}>('security.sourceActions')
