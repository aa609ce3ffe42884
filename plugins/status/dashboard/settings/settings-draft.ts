import type { StatusPage, StatusPageUpdate } from '@svc/plugin-status/contract'

/** The configuration of the page being edited. */
export interface SettingsDraft {
  readonly enabled: boolean
  readonly title: string
  readonly description: string
  readonly content: string
  readonly scope: 'all' | 'chosen'
  readonly servers: readonly string[]
  readonly monitors: readonly string[]
  readonly layout: StatusPage['default_layout']
  readonly showServerDetail: boolean
  readonly showNetwork: boolean
  readonly showIpQuality: boolean
  readonly showIncidents: boolean
  readonly showMaintenance: boolean
  /** percent */
  readonly yellow: string
  readonly red: string
  readonly noindex: boolean
  /** `#rrggbb`; empty: the usual color */
  readonly accent: string
  /** a new image as a data URL, `keep` the stored one, or `none` */
  readonly logo: string
  readonly publicUrl: string
  readonly allowSubscriptions: boolean
  readonly mailFrom: string
}

export const toDraft = (page: StatusPage): SettingsDraft => ({
  enabled: page.enabled,
  title: page.title,
  description: page.description ?? '',
  content: page.content ?? '',
  scope: page.all_servers ? 'all' : 'chosen',
  servers: page.server_ids,
  monitors: page.monitor_ids,
  layout: page.default_layout,
  showServerDetail: page.show_server_detail,
  showNetwork: page.show_network,
  showIpQuality: page.show_ip_quality,
  showIncidents: page.show_incidents,
  showMaintenance: page.show_maintenance,
  yellow: String(page.uptime_yellow_threshold),
  red: String(page.uptime_red_threshold),
  noindex: page.noindex,
  accent: page.accent_color ?? '',
  logo: page.has_logo ? 'keep' : 'none',
  publicUrl: page.public_url ?? '',
  allowSubscriptions: page.allow_subscriptions,
  mailFrom: page.mail_from ?? '',
})

const orNull = (text: string) => text.trim() || null

/** The request. The logo is sent only when it changes. */
export const toInput = (draft: SettingsDraft): StatusPageUpdate => ({
  enabled: draft.enabled,
  title: draft.title.trim(),
  description: orNull(draft.description),
  content: orNull(draft.content),
  server_ids: draft.scope === 'all' ? null : [...draft.servers],
  monitor_ids: [...draft.monitors],
  default_layout: draft.layout,
  show_server_detail: draft.showServerDetail,
  show_network: draft.showNetwork,
  show_ip_quality: draft.showIpQuality,
  show_incidents: draft.showIncidents,
  show_maintenance: draft.showMaintenance,
  uptime_yellow_threshold: Number(draft.yellow),
  uptime_red_threshold: Number(draft.red),
  noindex: draft.noindex,
  accent_color: orNull(draft.accent),
  ...(draft.logo !== 'keep' && { logo: draft.logo === 'none' ? null : draft.logo }),
  public_url: orNull(draft.publicUrl),
  allow_subscriptions: draft.allowSubscriptions,
  mail_from: orNull(draft.mailFrom),
})

const isPercent = (text: string) => /^\d{1,3}(?:\.\d+)?$/.test(text.trim()) && Number(text) <= 100

/** Text keys of validation errors, by field. */
export function draftErrors(draft: SettingsDraft): Partial<Record<keyof SettingsDraft, string>> {
  const { title, yellow, red, scope, servers, accent } = draft
  return {
    ...(title.trim() === '' && { title: 'settings.titleRequired' }),
    ...(!isPercent(yellow) && { yellow: 'settings.percentRange' }),
    ...(!isPercent(red) && { red: 'settings.percentRange' }),
    ...(isPercent(yellow) && isPercent(red) && Number(red) > Number(yellow) && { yellow: 'settings.thresholdOrder' }),
    ...(scope === 'chosen' && servers.length === 0 && { servers: 'maintenance.serversRequired' }),
    ...(accent !== '' && !/^#[0-9a-f]{6}$/i.test(accent) && { accent: 'settings.colorFormat' }),
  }
}
