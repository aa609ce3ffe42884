import { definePage, slot } from '@svc/dashboard-sdk'
import type { AuditLogEntry } from '@svc/plugin-system/contract'
import { Blocks, Gauge, ScrollText, SlidersHorizontal } from 'lucide-react'
import { type AuditSearch, parseAuditSearch } from './audit/audit-search.ts'
import { type PluginsSearch, parsePluginsSearch } from './plugins/plugins-search.ts'

export const generalPage = definePage({
  id: 'system.general',
  path: '/settings/general',
  title: 'general.title',
  access: 'admin',
  nav: { group: 'settings', section: 'system', icon: SlidersHorizontal, order: 0, hint: 'general.hint' },
  load: () => import('./general-page.tsx'),
})

/** The same page at its brand, for bookmarks. */
export const appearancePage = definePage({
  id: 'system.appearance',
  path: '/settings/appearance',
  title: 'general.title',
  access: 'admin',
  parent: generalPage,
  load: () => import('./general-page.tsx'),
})

/**
 * Sections of the general settings, each a `Card`; `title` names it in the list of sections. For what concerns the whole
 * installation and has no page of its own.
 */
export const generalSections = slot('system.generalSections')

export const pluginsPage = definePage<'/settings/plugins', PluginsSearch>({
  id: 'system.plugins',
  path: '/settings/plugins',
  title: 'plugins.title',
  access: 'admin',
  nav: { group: 'settings', section: 'system', icon: Blocks, order: 10, hint: 'plugins.hint' },
  search: parsePluginsSearch,
  load: () => import('./plugins-page.tsx'),
})

export const pluginSettingsPage = definePage({
  id: 'system.plugin-settings',
  path: '/settings/plugins/$id',
  title: 'pluginSettings.title',
  access: 'admin',
  parent: pluginsPage,
  load: () => import('./plugin-settings-page.tsx'),
})

export const auditLogPage = definePage<'/settings/audit-logs', AuditSearch>({
  id: 'system.audit-log',
  path: '/settings/audit-logs',
  title: 'audit.title',
  access: 'admin',
  nav: { group: 'settings', section: 'system', icon: ScrollText, order: 40, hint: 'audit.hint' },
  search: parseAuditSearch,
  load: () => import('./audit-log-page.tsx'),
})

export const rateLimitsPage = definePage({
  id: 'system.rate-limits',
  path: '/settings/rate-limits',
  title: 'rateLimits.title',
  access: 'admin',
  nav: { group: 'settings', section: 'system', icon: Gauge, order: 30, hint: 'rateLimits.hint' },
  load: () => import('./rate-limits-page.tsx'),
})

/**
 * Links from an audit entry to related pages, shown in its details. A fill renders nothing for entries that do not concern
 * its plugin; `detail` is the parsed detail of the entry.
 */
export const auditLinks = slot<{
  readonly entry: AuditLogEntry
  readonly detail: Readonly<Record<string, unknown>>
}>('system.auditLinks')
