import { type AccountSearch, parseAccountSearch, present } from '../accounting/table-search.ts'

export const trafficColumns = ['name', 'in', 'out', 'total', 'limit', 'usage', 'prediction', 'left'] as const
export type TrafficColumn = (typeof trafficColumns)[number]

/** How many days the trend shows; the first is the usual one. */
export const trendDays = ['30', '7', '90'] as const
export type TrendDays = (typeof trendDays)[number]

/** What the traffic page keeps in the address. */
export interface TrafficSearch extends AccountSearch {
  readonly days?: TrendDays
  /** only servers that used most of their limit */
  readonly near?: 'yes'
}

/** Accepts any query string; what it does not understand is left out. */
export const parseTrafficSearch = (raw: Readonly<Record<string, string>>): TrafficSearch => ({
  ...parseAccountSearch(raw, trafficColumns),
  ...present<Pick<TrafficSearch, 'days' | 'near'>>({
    days: trendDays.find((days) => days === raw.days),
    near: raw.near === 'yes' ? 'yes' : undefined,
  }),
})
