interface Asked {
  readonly days: number
  /** milliseconds */
  readonly until: number
  readonly interval: 'raw' | 'hourly'
  readonly fields?: readonly string[]
}

/** The range as query parameters. */
export const spanOf = ({ days, until }: Pick<Asked, 'days' | 'until'>) => ({
  from: new Date(until - days * 86_400_000).toISOString(),
  to: new Date(until).toISOString(),
})

/** URL path of the last `days` of a server's records. */
export function recordsPath(id: string, { fields, interval, ...span }: Asked): string {
  const query = new URLSearchParams({ ...spanOf(span), interval, ...(fields && { fields: fields.join(',') }) })
  return `/api/servers/${id}/records?${query}`
}
