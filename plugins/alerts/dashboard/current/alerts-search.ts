export const views = ['now', 'history'] as const
export const spans = ['day', 'week', 'month', 'all'] as const

/** What the page of alerts keeps in the address. */
export interface AlertsSearch {
  readonly view: (typeof views)[number]
  /** of the history that is shown */
  readonly server: string | undefined
  readonly rule: string | undefined
  readonly span: (typeof spans)[number]
}

/** Accepts any query string; what it does not understand is left out. */
export const parseAlertsSearch = (raw: Readonly<Record<string, string>>): AlertsSearch => ({
  view: views.find((view) => view === raw.view) ?? 'now',
  server: raw.server?.slice(0, 64) || undefined,
  rule: raw.rule?.slice(0, 64) || undefined,
  span: spans.find((span) => span === raw.span) ?? 'week',
})

const days = { day: 1, week: 7, month: 30 }
const hour = 3_600_000

/** Where a span begins, on the hour, so that the same question is asked for a while; undefined for all there is. */
export function beginOf(span: AlertsSearch['span'], now: number): string | undefined {
  if (span === 'all') return undefined
  const begin = Math.floor((now - days[span] * 24 * hour) / hour) * hour
  return new Date(begin).toISOString().replace(/\.\d+Z$/, 'Z')
}
