export const views = ['now', 'history'] as const
export const spans = ['day', 'week', 'month', 'all'] as const

/** URL parameters of the alerts page. */
export interface AlertsSearch {
  readonly view: (typeof views)[number]
  /** filter of the history */
  readonly server: string | undefined
  readonly rule: string | undefined
  readonly span: (typeof spans)[number]
}

/** Ignores unknown and invalid parameters. */
export const parseAlertsSearch = (raw: Readonly<Record<string, string>>): AlertsSearch => ({
  view: views.find((view) => view === raw.view) ?? 'now',
  server: raw.server?.slice(0, 64) || undefined,
  rule: raw.rule?.slice(0, 64) || undefined,
  span: spans.find((span) => span === raw.span) ?? 'week',
})

const days = { day: 1, week: 7, month: 30 }
const hour = 3_600_000

/** Start of a time range, rounded to the hour so that requests can be cached; undefined for all time. */
export function startOf(span: AlertsSearch['span'], now: number): string | undefined {
  if (span === 'all') return undefined
  const start = Math.floor((now - days[span] * 24 * hour) / hour) * hour
  return new Date(start).toISOString().replace(/\.\d+Z$/, 'Z')
}
