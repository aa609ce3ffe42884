import { definePage, type PageRef, slot } from '@svc/dashboard-sdk'
import type { AlertEventDetail } from '@svc/plugin-alerts/contract'
import { BellRing, Megaphone, Siren } from 'lucide-react'
import { type AlertsSearch, parseAlertsSearch } from './current/alerts-search.ts'

export const tabs = ['channels', 'groups', 'grouping', 'deliveries'] as const
export const states = ['waiting', 'sent', 'failed'] as const

/** URL parameters of the notifications page. */
export interface NotificationsSearch {
  readonly tab: (typeof tabs)[number]
  /** filter of the deliveries */
  readonly state: (typeof states)[number] | undefined
  readonly channel: string | undefined
  /** opens the dialog for a new channel */
  readonly add: boolean
}

/** Ignores unknown and invalid parameters. */
export const parseNotificationsSearch = (raw: Readonly<Record<string, string>>): NotificationsSearch => ({
  tab: tabs.find((tab) => tab === raw.tab) ?? 'channels',
  state: states.find((state) => state === raw.state),
  channel: raw.channel?.slice(0, 64) || undefined,
  add: raw.add === 'true' && (raw.tab ?? 'channels') === 'channels',
})

export const alertsPage = definePage<'/alerts', AlertsSearch>({
  id: 'alerts.current',
  path: '/alerts',
  title: 'current.title',
  nav: { group: 'main', icon: BellRing, order: 40 },
  search: parseAlertsSearch,
  load: () => import('./current/alerts-page.tsx'),
})

/** URL parameters of the rules page. */
export interface RulesSearch {
  /** opens the rule with this id */
  readonly rule: string | undefined
}

export const rulesPage = definePage<'/settings/alerts', RulesSearch>({
  id: 'alerts.rules',
  path: '/settings/alerts',
  title: 'ruleList.title',
  access: 'admin',
  nav: {
    ...{ group: 'main', within: alertsPage as PageRef, icon: Siren, order: 10, tab: 'ruleList.tab' },
    settings: { section: 'alerting', order: 10, hint: 'ruleList.hint' },
  },
  search: (raw) => ({ rule: raw.rule?.slice(0, 64) || undefined }),
  load: () => import('./rules/rules-page.tsx'),
})

export const notificationsPage = definePage<'/settings/notifications', NotificationsSearch>({
  id: 'alerts.notifications',
  path: '/settings/notifications',
  title: 'notifications.title',
  access: 'admin',
  nav: {
    ...{ group: 'main', within: alertsPage as PageRef, icon: Megaphone, order: 20 },
    settings: { section: 'alerting', order: 20, hint: 'notifications.hint' },
  },
  search: parseNotificationsSearch,
  load: () => import('./channels/notifications-page.tsx'),
})

/** What other plugins know of an alert, at the end of its details. */
export const alertDetails = slot<{ readonly alert: AlertEventDetail }>('alerts.alertDetails')

/** Actions on an alert, below its details. */
export const alertActions = slot<{ readonly alert: AlertEventDetail; readonly onClose: () => void }>(
  'alerts.alertActions',
)

/** Props of a channel configuration form. */
export interface ChannelFormProps {
  /** the draft; stored secrets end with `secretMask` of `@svc/protocol` and are kept when sent unchanged */
  readonly config: Readonly<Record<string, unknown>>
  /** the masked configuration when the form was opened; undefined for a new channel */
  readonly stored: Readonly<Record<string, unknown>> | undefined
  readonly onConfig: (config: Readonly<Record<string, unknown>>) => void
  /** validation error by path below `config_json`: `url`, `headers.Authorization` */
  readonly errorOf: (member: string) => string | undefined
}

/** Forms of contributed channel types; the `id` of a fill is the type. */
export const channelForms = slot<ChannelFormProps>('alerts.channelForms')
