export const shows = ['problems', 'offline', 'online'] as const
/** Status filter; absent: all servers. */
export type Show = (typeof shows)[number]

/** State of the overview in the URL. Absent members do not filter. */
export interface OverviewSearch {
  readonly q?: string
  readonly show?: Show
  readonly group?: string
  readonly tag?: string
  /** from 1; absent: 1 */
  readonly page?: number
}

const longest = 200
const text = (value: string | undefined) => value?.slice(0, longest) || undefined

/** Parses any query string, ignoring invalid parts. */
export function parseOverviewSearch(raw: Readonly<Record<string, string>>): OverviewSearch {
  const page = /^[1-9]\d{0,4}$/.test(raw.page ?? '') ? Number(raw.page) : 1
  const found: Record<keyof OverviewSearch, string | number | undefined> = {
    q: text(raw.q),
    show: shows.find((show) => show === raw.show),
    group: text(raw.group),
    tag: text(raw.tag),
    page: page > 1 ? page : undefined,
  }
  return Object.fromEntries(Object.entries(found).filter(([, value]) => value !== undefined))
}

/** The part of the home page's query string that is the overview's. */
export const overviewSearch = { id: 'metrics.overview', search: parseOverviewSearch }
