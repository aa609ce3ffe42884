import { definePage } from '@svc/dashboard-sdk'
import { HeartPulse } from 'lucide-react'
import { type DetailSearch, parseDetailSearch } from './detail/detail-search.ts'
import { type MonitorSearch, parseMonitorSearch } from './list/monitor-search.ts'

export const monitorsPage = definePage<'/service-monitors', MonitorSearch>({
  id: 'monitors.list',
  path: '/service-monitors',
  title: 'list.title',
  nav: { group: 'main', icon: HeartPulse, order: 50 },
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
