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
