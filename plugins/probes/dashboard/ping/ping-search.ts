/** Hours that the chart of a task shows; results are kept for a week. */
export const spans = ['1', '6', '24', '168'] as const
export type Span = (typeof spans)[number]

/** What the address says: the task whose results are shown, of which server, and how far back. */
export interface PingSearch {
  readonly task?: string | undefined
  readonly server?: string | undefined
  readonly hours?: Exclude<Span, '6'> | undefined
}

const id = (text: string | undefined) => (text && /^[\w-]{1,64}$/.test(text) ? text : undefined)

export const parsePingSearch = (raw: Readonly<Record<string, string | undefined>>): PingSearch => ({
  task: id(raw.task),
  server: id(raw.server),
  hours: (['1', '24', '168'] as const).find((hours) => hours === raw.hours),
})
