import { type ServerState, serverStates } from './server-state.ts'

/** What the list can be sorted by. */
export const sortKeys = ['name', 'group', 'cpu', 'memory', 'disk', 'network', 'load', 'uptime'] as const
export type SortKey = (typeof sortKeys)[number]

export interface Sorting {
  readonly key: SortKey
  readonly descending: boolean
}

/** The group filter's value for servers that are in no group; no group id looks like it. */
export const ungrouped = '-'

/** The state of the server list that lives in the address. Absent members filter nothing. */
export interface ListSearch {
  readonly q?: string
  readonly status?: ServerState
  readonly group?: string
  readonly tag?: string
  /** a sort key, with a leading minus for descending; absent: the order of the server (weight, then newest) */
  readonly sort?: string
  /** for bookmarks and wall displays; absent: what this browser showed last */
  readonly view?: View
}

export const views = ['table', 'cards'] as const
export type View = (typeof views)[number]

const longest = 200

const text = (value: string | undefined) => value?.slice(0, longest) || undefined

/** Accepts any query string; what it does not understand is left out. */
export function parseListSearch(raw: Readonly<Record<string, string>>): ListSearch {
  const sorting = parseSorting(raw.sort)
  const found: Record<keyof ListSearch, string | undefined> = {
    q: text(raw.q),
    status: serverStates.find((state) => state === raw.status),
    group: text(raw.group),
    tag: text(raw.tag),
    sort: sorting && writeSorting(sorting),
    view: views.find((view) => view === raw.view),
  }
  return Object.fromEntries(Object.entries(found).filter(([, value]) => value !== undefined))
}

export function parseSorting(raw: string | undefined): Sorting | undefined {
  const descending = raw?.startsWith('-') ?? false
  const name = descending ? raw?.slice(1) : raw
  const key = sortKeys.find((known) => known === name)
  return key && { key, descending }
}

export const writeSorting = ({ key, descending }: Sorting): string => (descending ? `-${key}` : key)

/** Names and groups read best from A; of figures one wants the largest first. */
const startsDescending = (key: SortKey) => key !== 'name' && key !== 'group'

/** What a click on the header of `key` sorts by next: first way, other way, back to the order of the server. */
export function nextSorting(current: Sorting | undefined, key: SortKey): Sorting | undefined {
  const first = startsDescending(key)
  if (current?.key !== key) return { key, descending: first }
  return current.descending === first ? { key, descending: !first } : undefined
}

/** Whether anything is filtered out. */
export const isFiltered = ({ q, status, group, tag }: ListSearch): boolean =>
  Boolean(q?.trim() || status || group || tag)
