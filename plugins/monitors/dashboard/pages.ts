import { definePage } from '@svc/dashboard-sdk'
import { HeartPulse } from 'lucide-react'
import { type MonitorSearch, parseMonitorSearch } from './list/monitor-search.ts'

/** Time ranges of the summary. */
export const spans = ['24h', '7d', '30d'] as const
export type SpanName = (typeof spans)[number]

export const spanSeconds: Readonly<Record<SpanName, number>> = { '24h': 86_400, '7d': 604_800, '30d': 2_592_000 }

/** URL state of the monitor page. */
export interface DetailSearch {
  readonly span: SpanName
}

/** Accepts any query string. */
export const parseDetailSearch = (raw: Readonly<Record<string, string>>): DetailSearch => ({
  span: spans.find((span) => span === raw.span) ?? '24h',
})

export const monitorsPage = definePage<'/service-monitors', MonitorSearch>({
  id: 'monitors.list',
  path: '/service-monitors',
  title: 'list.title',
  nav: { group: 'main', icon: HeartPulse, order: 30, label: 'list.nav' },
  search: parseMonitorSearch,
  load: () => import('./list/monitors-page.tsx'),
})

/** The same page, linked from the settings. */
export const monitorSettingsPage = definePage<'/settings/service-monitors', MonitorSearch>({
  id: 'monitors.settings',
  path: '/settings/service-monitors',
  title: 'list.title',
  access: 'admin',
  search: parseMonitorSearch,
  load: () => import('./list/monitors-page.tsx'),
})

export const monitorPage = definePage<'/service-monitors/$id', DetailSearch>({
  id: 'monitors.monitor',
  path: '/service-monitors/$id',
  title: 'detail.title',
  parent: monitorsPage,
  search: parseDetailSearch,
  load: () => import('./detail/monitor-page.tsx'),
})
