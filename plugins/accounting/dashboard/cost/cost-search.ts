import { omitUndefined, parseTableSearch, type TableSearch } from '../table-search.ts'

export const costColumns = ['name', 'day', 'month', 'burn', 'left', 'advice'] as const
export type CostColumn = (typeof costColumns)[number]

/** State of the costs page in the URL. */
export interface CostSearch extends TableSearch {
  /** only servers with hints */
  readonly advised?: 'yes'
}

/** Parses any query string, ignoring invalid parts. */
export const parseCostSearch = (raw: Readonly<Record<string, string>>): CostSearch => ({
  ...parseTableSearch(raw, costColumns),
  ...omitUndefined<Pick<CostSearch, 'advised'>>({ advised: raw.advised === 'yes' ? 'yes' : undefined }),
})
