interface Asked {
  readonly days: number
  /** milliseconds */
  readonly until: number
  readonly interval: 'raw' | 'hourly'
  readonly fields?: readonly string[]
}

/** The range as query members. */
export const spanOf = ({ days, until }: Pick<Asked, 'days' | 'until'>) => ({
  from: new Date(until - days * 86_400_000).toISOString(),
  to: new Date(until).toISOString(),
})

/** Where the last `days` of a server are read. */
export function recordsPath(id: string, { fields, interval, ...span }: Asked): string {
  const query = new URLSearchParams({ ...spanOf(span), interval, ...(fields && { fields: fields.join(',') }) })
  return `/api/servers/${id}/records?${query}`
}
