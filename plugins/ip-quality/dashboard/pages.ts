import { definePage, type PageRef } from '@svc/dashboard-sdk'
import { networkPage } from '@svc/plugin-probes/dashboard/pages'
import { BadgeCheck } from 'lucide-react'

/** The id of the tab of a server, for links to it. */
export const ipQualityTab = 'ip-quality'

export interface FleetSearch {
  readonly q: string
}

export const ipQualityPage = definePage<'/ip-quality', FleetSearch>({
  id: 'ip-quality.fleet',
  path: '/ip-quality',
  title: 'fleet.title',
  nav: { group: 'main', within: networkPage as PageRef, icon: BadgeCheck, order: 40 },
  search: ({ q = '' }) => ({ q }),
  load: () => import('./fleet/fleet-page.tsx'),
})

export const ipQualitySettingsPage = definePage({
  id: 'ip-quality.settings',
  path: '/settings/ip-quality',
  title: 'settings.title',
  access: 'admin',
  parent: ipQualityPage,
  nav: { group: 'settings', section: 'monitoring', icon: BadgeCheck, order: 50, hint: 'settings.hint' },
  load: () => import('./settings/settings-page.tsx'),
})
