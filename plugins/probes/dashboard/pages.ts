import { definePage, type PageRef, slot } from '@svc/dashboard-sdk'
import { Activity, Radar, Waypoints } from 'lucide-react'
import {
  type FleetSearch,
  type ForwardSearch,
  type PingSearch,
  type ProbesSearch,
  parseFleetSearch,
  parseForwardSearch,
  parsePingSearch,
  parseProbesSearch,
} from './search.ts'

export const networkPage = definePage<'/network', FleetSearch>({
  id: 'probes.network',
  path: '/network',
  title: 'network.title',
  nav: { group: 'main', icon: Waypoints, order: 20, tab: 'network.tab' },
  search: parseFleetSearch,
  load: () => import('./fleet/fleet-page.tsx'),
})

/** Old address of a server; redirects to the tab. */
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
  nav: {
    ...{ group: 'main', within: networkPage as PageRef, icon: Radar, order: 10, tab: 'settings.tab' },
    settings: { section: 'monitoring', order: 10, hint: 'settings.hint' },
  },
  search: parseProbesSearch,
  load: () => import('./settings/probes-page.tsx'),
})

export const pingTasksPage = definePage<'/settings/ping-tasks', PingSearch>({
  id: 'probes.pingTasks',
  path: '/settings/ping-tasks',
  title: 'ping.title',
  access: 'admin',
  nav: {
    ...{ group: 'main', within: networkPage as PageRef, icon: Activity, order: 20 },
    settings: { section: 'monitoring', order: 20, hint: 'ping.hint' },
  },
  search: parsePingSearch,
  load: () => import('./ping/ping-page.tsx'),
})

/** The id of the tab of a server, for links to it. */
export const networkTab = 'network'

/** Buttons above the network quality of a server, for other plugins. */
export const networkActions = slot<{ readonly serverId: string }>('probes.networkActions')
