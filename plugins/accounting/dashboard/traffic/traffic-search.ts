import { omitUndefined, parseTableSearch, type TableSearch } from '../table-search.ts'

export const trafficColumns = ['name', 'in', 'out', 'total', 'limit', 'usage', 'prediction', 'left'] as const
export type TrafficColumn = (typeof trafficColumns)[number]

/** Options for the number of days; the first is the default. */
export const trendDays = ['30', '7', '90'] as const
export type TrendDays = (typeof trendDays)[number]

/** State of the traffic page in the URL. */
export interface TrafficSearch extends TableSearch {
  readonly days?: TrendDays
  /** only servers near their limit */
  readonly near?: 'yes'
}

/** Parses any query string, ignoring invalid parts. */
export const parseTrafficSearch = (raw: Readonly<Record<string, string>>): TrafficSearch => ({
  ...parseTableSearch(raw, trafficColumns),
  ...omitUndefined<Pick<TrafficSearch, 'days' | 'near'>>({
    days: trendDays.find((days) => days === raw.days),
    near: raw.near === 'yes' ? 'yes' : undefined,
  }),
})
