import type { SecurityEvent } from '@svc/plugin-security/contract'

export const spans = ['24h', '7d', '30d'] as const
export type Span = (typeof spans)[number]

export const spanSeconds: Readonly<Record<Span, number>> = { '24h': 86_400, '7d': 604_800, '30d': 2_592_000 }

export const eventTypes: readonly SecurityEvent['event_type'][] = [
  'ssh_login',
  'ssh_brute_force',
  'port_scan',
  'sudo',
  'account_change',
]
export const severities: readonly SecurityEvent['severity'][] = ['critical', 'high', 'medium', 'low', 'info']

/** Search parameters of the page, and of the tab of a server. */
export interface SecuritySearch {
  /** id of the tab of the server */
  readonly tab: string
  readonly span: Span
  readonly server: string
  readonly type: SecurityEvent['event_type'] | ''
  readonly severity: SecurityEvent['severity'] | ''
  /** an address, or the beginning of one while it is typed */
  readonly source: string
  /** only first sign-ins */
  readonly first: boolean
  /** id of the event with open details */
  readonly event: string
}

/** Accepts any query string and ignores invalid values. */
export const parseSecuritySearch = (raw: Readonly<Record<string, string>>): SecuritySearch => ({
  tab: raw.tab ?? '',
  span: spans.find((span) => span === raw.span) ?? '24h',
  server: raw.server?.slice(0, 64) ?? '',
  type: eventTypes.find((type) => type === raw.type) ?? '',
  severity: severities.find((severity) => severity === raw.severity) ?? '',
  source: raw.source?.slice(0, 64) ?? '',
  first: raw.first === 'true',
  event: /^\d{1,15}$/.test(raw.event ?? '') ? (raw.event ?? '') : '',
})

/** Resets all filters. */
export const unfiltered = { server: '', type: '', severity: '', source: '', first: false } as const

/** Number of active filters. */
export const filterCount = ({ server, type, severity, source, first }: SecuritySearch): number =>
  [server, type, severity, source.trim(), first].filter(Boolean).length

/** Whether a text is a whole address, as far as can be told without parsing it. */
export const isAddress = (text: string): boolean =>
  /^(?:\d{1,3}\.){3}\d{1,3}$/.test(text) || /^[0-9a-f:]*:[0-9a-f.:]*:[0-9a-f.:]*$/i.test(text)

const hourMs = 3_600_000

/** The start of a span, on a full hour so that requests can be cached. */
export function startOf(span: Span, nowMs: number): string {
  const start = Math.ceil((nowMs - spanSeconds[span] * 1000) / hourMs) * hourMs
  return new Date(start).toISOString().replace('.000Z', 'Z')
}

/** Query parameters of the API; `serverId` is fixed on the page of a server. */
export function filterOf(search: SecuritySearch, nowMs: number, serverId: string | undefined) {
  const { span, server, type, severity, source, first } = search
  const address = source.trim()
  return {
    since: startOf(span, nowMs),
    server_id: serverId ?? (server || undefined),
    event_type: type || undefined,
    severity: severity || undefined,
    source_ip: isAddress(address) ? address : undefined,
    first_seen: first || undefined,
  }
}
export type SecurityFilter = ReturnType<typeof filterOf>

/** Whether a live event belongs to the list. Other notations of an address are found after the next reload. */
export const matches = (filter: SecurityFilter, event: SecurityEvent): boolean =>
  (filter.server_id ?? event.server_id) === event.server_id &&
  (filter.event_type ?? event.event_type) === event.event_type &&
  (filter.severity ?? event.severity) === event.severity &&
  (filter.source_ip ?? event.source_ip) === event.source_ip &&
  (filter.first_seen ?? event.first_seen) === event.first_seen
