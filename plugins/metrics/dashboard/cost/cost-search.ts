import { type AccountSearch, parseAccountSearch, present } from '../accounting/table-search.ts'

export const costColumns = ['name', 'day', 'month', 'burn', 'left', 'advice'] as const
export type CostColumn = (typeof costColumns)[number]

/** What the costs page keeps in the address. */
export interface CostSearch extends AccountSearch {
  /** only servers about whose costs something is to be said */
  readonly advised?: 'yes'
}

/** Accepts any query string; what it does not understand is left out. */
export const parseCostSearch = (raw: Readonly<Record<string, string>>): CostSearch => ({
  ...parseAccountSearch(raw, costColumns),
  ...present<Pick<CostSearch, 'advised'>>({ advised: raw.advised === 'yes' ? 'yes' : undefined }),
})
