import { definePage } from '@svc/dashboard-sdk'
import { BrickWall } from 'lucide-react'
import { type FirewallSearch, parseFirewallSearch } from './firewall-search.ts'

/** The id of the tab of a server, for links to it. */
export const firewallTab = 'firewall'

export const firewallPage = definePage<'/settings/firewall', FirewallSearch>({
  id: 'firewall.blocks',
  path: '/settings/firewall',
  title: 'blocks.title',
  access: 'admin',
  nav: { group: 'settings', section: 'access', icon: BrickWall, order: 40, hint: 'blocks.hint' },
  search: parseFirewallSearch,
  load: () => import('./firewall-page.tsx'),
})
