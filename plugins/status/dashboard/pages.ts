import { definePage } from '@svc/dashboard-sdk'
import { Radio } from 'lucide-react'

export const tabs = ['page', 'incidents', 'maintenance', 'subscribers'] as const

/** URL parameters of the page. */
export interface StatusSearch {
  readonly tab: (typeof tabs)[number]
  /** opens the form of a new incident, with these servers */
  readonly servers: string | undefined
  /** title of that incident */
  readonly about: string | undefined
}

/** Ignores unknown and invalid parameters. */
const parseStatusSearch = (raw: Readonly<Record<string, string>>): StatusSearch => ({
  tab: tabs.find((tab) => tab === raw.tab) ?? 'page',
  servers: raw.servers?.slice(0, 4000) || undefined,
  about: raw.about?.slice(0, 200) || undefined,
})

export const statusPagesPage = definePage<'/settings/status-pages', StatusSearch>({
  id: 'status.pages',
  path: '/settings/status-pages',
  title: 'status.title',
  access: 'admin',
  nav: { group: 'settings', section: 'alerting', icon: Radio, order: 30, hint: 'status.hint' },
  search: parseStatusSearch,
  load: () => import('./status-page.tsx'),
})

export const incidentPage = definePage({
  id: 'status.incident',
  path: '/settings/status-pages/incidents/$id',
  title: 'incident.title',
  access: 'admin',
  parent: statusPagesPage,
  load: () => import('./incidents/incident-page.tsx'),
})
