import { type ServerState, serverStates } from '@svc/dashboard-sdk'

/** What the list can be sorted by whatever columns plugins add. */
export const ownSortKeys = ['state', 'name', 'group'] as const

export interface Sorting {
  /** one of `ownSortKeys`, or the id of a column */
  readonly key: string
  readonly descending: boolean
}

/** The group filter for servers without a group. Not a valid group id. */
export const ungrouped = '-'

/** A state, or all states in which something is wrong. */
export type StateFilter = ServerState | 'attention'
const stateFilters: readonly StateFilter[] = ['attention', ...serverStates]

/** The state of the server list in the URL. Absent: no filter. */
export interface ListSearch {
  readonly q?: string
  readonly status?: StateFilter
  readonly group?: string
  readonly tag?: string
  /** a sort key, with a leading minus for descending; absent: the default order (weight, then newest) */
  readonly sort?: string
  /** for bookmarks and wall displays; absent: the view last used in this browser */
  readonly view?: View
  /** opens the dialog for a new server, for links from elsewhere */
  readonly add?: true
}

export const views = ['table', 'cards'] as const
export type View = (typeof views)[number]

const maxTextLength = 200
/** Whether there is such a column is only known with the running plugins. */
const columnId = /^[a-z][\w.-]{0,63}$/i

const text = (value: string | undefined) => value?.slice(0, maxTextLength) || undefined

/** Accepts any query string and ignores invalid values. */
export function parseListSearch(raw: Readonly<Record<string, string>>): ListSearch {
  const sorting = parseSorting(raw.sort)
  const search: Record<keyof ListSearch, string | true | undefined> = {
    q: text(raw.q),
    status: stateFilters.find((state) => state === raw.status),
    group: text(raw.group),
    tag: text(raw.tag),
    sort: sorting && writeSorting(sorting),
    view: views.find((view) => view === raw.view),
    add: raw.add === 'true' || undefined,
  }
  return Object.fromEntries(Object.entries(search).filter(([, value]) => value !== undefined))
}

export function parseSorting(raw: string | undefined): Sorting | undefined {
  const descending = raw?.startsWith('-') ?? false
  const key = descending ? raw?.slice(1) : raw
  return key !== undefined && columnId.test(key) ? { key, descending } : undefined
}

export const writeSorting = ({ key, descending }: Sorting): string => (descending ? `-${key}` : key)

/** States, worst first, names and groups sort ascending first, numbers descending. */
const startsDescending = (key: string) => !(ownSortKeys as readonly string[]).includes(key)

/** The sorting after a click on a header: first direction, other direction, default order. */
export function nextSorting(current: Sorting | undefined, key: string): Sorting | undefined {
  const first = startsDescending(key)
  if (current?.key !== key) return { key, descending: first }
  return current.descending === first ? { key, descending: !first } : undefined
}

/** Whether a filter is set. */
export const isFiltered = ({ q, status, group, tag }: ListSearch): boolean =>
  Boolean(q?.trim() || status || group || tag)
