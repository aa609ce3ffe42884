import { formatRange, parseRange } from '@svc/dashboard-sdk'

/* Invalid search parameters are ignored. */

const maxLength = 200
const text = (value: string | undefined) => value?.slice(0, maxLength) || undefined

/** Search parameters of the network page. */
export interface FleetSearch {
  readonly q?: string
}

export function parseFleetSearch(raw: Readonly<Record<string, string>>): FleetSearch {
  const q = text(raw.q)
  return q ? { q } : {}
}

/** Search parameters of the old address of a server. */
export interface ForwardSearch {
  /** in the format of the tab */
  readonly range?: string
}

const hoursOf = (raw: string | undefined): number | undefined => {
  const [, hours] = /^(\d{1,4})h?$/.exec(raw ?? '') ?? []
  return hours === undefined ? undefined : Number(hours)
}

/** Ranges used to be hours (`range=168` or `hours=168`); two or more full days are days now, as in `7d`. */
export function parseForwardSearch(raw: Readonly<Record<string, string>>): ForwardSearch {
  const wanted = raw.range ?? raw.hours
  const hours = hoursOf(wanted)
  const days = hours === undefined ? 0 : hours / 24
  const name = hours === undefined ? wanted : days >= 2 && Number.isInteger(days) ? `${days}d` : `${hours}h`
  const range = parseRange(name)
  return range === undefined ? {} : { range: formatRange(range) }
}

export const tabs = ['targets', 'setting'] as const

/** Search parameters of the settings page. */
export interface ProbesSearch {
  /** default: targets */
  readonly tab?: (typeof tabs)[number]
  readonly q?: string
  /** group of the listed targets, see `groupOf`; default: all */
  readonly group?: string
}

export function parseProbesSearch(raw: Readonly<Record<string, string>>): ProbesSearch {
  const found: Record<keyof ProbesSearch, string | undefined> = {
    tab: raw.tab === 'setting' ? raw.tab : undefined,
    q: text(raw.q),
    group: /^[a-z-]{1,64}$/.test(raw.group ?? '') ? raw.group : undefined,
  }
  return Object.fromEntries(Object.entries(found).filter(([, value]) => value !== undefined))
}

/** Hours of the chart of a ping task; results are stored for a week. */
export const spans = ['1', '6', '24', '168'] as const
export type Span = (typeof spans)[number]

/** Search parameters of the ping tasks page: the task with open results, its server, and the range. */
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
