import { definePage, slot } from '@svc/dashboard-sdk'
import { Activity, Radar, Waypoints } from 'lucide-react'
import { type FleetSearch, parseFleetSearch } from './fleet/fleet-search.ts'
import { type ForwardSearch, parseForwardSearch } from './fleet/forward-search.ts'
import { type PingSearch, parsePingSearch } from './ping/ping-search.ts'
import { type ProbesSearch, parseProbesSearch } from './settings/probes-search.ts'

export const networkPage = definePage<'/network', FleetSearch>({
  id: 'probes.network',
  path: '/network',
  title: 'network.title',
  nav: { group: 'main', icon: Waypoints, order: 35 },
  search: parseFleetSearch,
  load: () => import('./fleet/fleet-page.tsx'),
})

/** An address that was given out before there was a tab: leads to the tab of the server. */
export const serverNetworkPage = definePage<'/network/$serverId', ForwardSearch>({
  id: 'probes.serverNetwork',
  path: '/network/$serverId',
  title: 'network.title',
  parent: networkPage,
  search: parseForwardSearch,
  load: () => import('./fleet/forward-page.tsx'),
})

export const networkProbesPage = definePage<'/settings/network-probes', ProbesSearch>({
  id: 'probes.settings',
  path: '/settings/network-probes',
  title: 'settings.title',
  access: 'admin',
  nav: { group: 'settings', section: 'monitoring', icon: Radar, order: 10, hint: 'settings.hint' },
  search: parseProbesSearch,
  load: () => import('./settings/probes-page.tsx'),
})

export const pingTasksPage = definePage<'/settings/ping-tasks', PingSearch>({
  id: 'probes.pingTasks',
  path: '/settings/ping-tasks',
  title: 'ping.title',
  access: 'admin',
  nav: { group: 'settings', section: 'monitoring', icon: Activity, order: 20, hint: 'ping.hint' },
  search: parsePingSearch,
  load: () => import('./ping/ping-page.tsx'),
})

/** The id of the tab of a server, for links to it. */
export const networkTab = 'network'

/** Buttons above the network quality of a server: what else can be tried from there. */
export const networkActions = slot<{ readonly serverId: string }>('probes.networkActions')
