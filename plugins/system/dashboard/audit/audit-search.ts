import { type Day, endOf, isDay, startOf } from './day.ts'

/** Search parameters of the audit log page. */
export interface AuditSearch {
  readonly page: number
  readonly action?: string | undefined
  readonly user_id?: string | undefined
  readonly q?: string | undefined
  /** days in the local time zone, inclusive */
  readonly from?: Day | undefined
  readonly to?: Day | undefined
}

export const pageSize = 25

/** Limit of the server for filter values. */
const maxLength = 256
const text = (value: string | undefined) => value?.slice(0, maxLength) || undefined
const day = (value: string | undefined) => (isDay(value) ? value : undefined)

function pageOf(value: string | undefined): number {
  const page = Number(value)
  return Number.isInteger(page) && page >= 1 && page <= 1e9 ? page : 1
}

/** Ignores invalid parameters and swaps a reversed range. */
export function parseAuditSearch(raw: Readonly<Record<string, string>>): AuditSearch {
  const [a, b] = [day(raw.from), day(raw.to)]
  const isReversed = a !== undefined && b !== undefined && a > b
  const found = {
    action: text(raw.action),
    user_id: text(raw.user_id),
    q: text(raw.q),
    from: isReversed ? b : a,
    to: isReversed ? a : b,
  }
  const given = Object.fromEntries(Object.entries(found).filter(([, value]) => value !== undefined))
  return { page: pageOf(raw.page), ...given }
}

/** Resets all filters and the page. */
export const unfiltered: AuditSearch = {
  page: 1,
  action: undefined,
  user_id: undefined,
  q: undefined,
  from: undefined,
  to: undefined,
}

/** Number of active filters. */
export const filterCount = ({ action, user_id, q, from, to }: AuditSearch): number =>
  [action, user_id, q?.trim(), from ?? to].filter(Boolean).length

/** Query parameters for `GET /api/audit-logs`. */
export const filterOf = ({ action, user_id, q, from, to }: AuditSearch) => ({
  action,
  user_id,
  q: q?.trim() || undefined,
  from: from && startOf(from),
  to: to && endOf(to),
})
export type AuditFilter = ReturnType<typeof filterOf>
