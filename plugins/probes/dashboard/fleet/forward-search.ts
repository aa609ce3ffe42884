import { formatRange, parseRange } from '@svc/dashboard-sdk'

/** What an old address says of the stretch of time. */
export interface ForwardSearch {
  /** as the tab writes it; absent: live */
  readonly range?: string
}

const hoursOf = (raw: string | undefined): number | undefined => {
  const [, hours] = /^(\d{1,4})h?$/.exec(raw ?? '') ?? []
  return hours === undefined ? undefined : Number(hours)
}

/** Ranges used to be hours (`range=168` or `hours=168`): full days from two on are days now, as in `7d`. */
export function parseForwardSearch(raw: Readonly<Record<string, string>>): ForwardSearch {
  const wanted = raw.range ?? raw.hours
  const hours = hoursOf(wanted)
  const days = hours === undefined ? 0 : hours / 24
  const name = hours === undefined ? wanted : days >= 2 && Number.isInteger(days) ? `${days}d` : `${hours}h`
  const range = formatRange(parseRange(name))
  return range === undefined ? {} : { range }
}
