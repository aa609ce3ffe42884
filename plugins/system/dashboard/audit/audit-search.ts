import { type Day, endOf, isDay, startOf } from './day.ts'

/** The state of the audit log page that lives in the address. Absent members filter nothing. */
export interface AuditSearch {
  readonly page: number
  readonly action?: string | undefined
  readonly user_id?: string | undefined
  readonly q?: string | undefined
  /** days of the reader's calendar, both included */
  readonly from?: Day | undefined
  readonly to?: Day | undefined
}

export const pageSize = 25

/** What the server accepts as a filter. */
const longest = 256
const text = (value: string | undefined) => value?.slice(0, longest) || undefined
const day = (value: string | undefined) => (isDay(value) ? value : undefined)

function pageOf(value: string | undefined): number {
  const page = Number(value)
  return Number.isInteger(page) && page >= 1 && page <= 1e9 ? page : 1
}

/** Accepts any query string; what it does not understand is left out. A range told backwards is turned round. */
export function parseAuditSearch(raw: Readonly<Record<string, string>>): AuditSearch {
  const [a, b] = [day(raw.from), day(raw.to)]
  const turned = a !== undefined && b !== undefined && a > b
  const found = {
    action: text(raw.action),
    user_id: text(raw.user_id),
    q: text(raw.q),
    from: turned ? b : a,
    to: turned ? a : b,
  }
  const given = Object.fromEntries(Object.entries(found).filter(([, value]) => value !== undefined))
  return { page: pageOf(raw.page), ...given }
}

/** Takes every filter away, and goes back to the first page. */
export const unfiltered: AuditSearch = {
  page: 1,
  action: undefined,
  user_id: undefined,
  q: undefined,
  from: undefined,
  to: undefined,
}

/** How many filters are set. */
export const filterCount = ({ action, user_id, q, from, to }: AuditSearch): number =>
  [action, user_id, q?.trim(), from ?? to].filter(Boolean).length

/** The filter as `GET /api/audit-logs` wants it. */
export const filterOf = ({ action, user_id, q, from, to }: AuditSearch) => ({
  action,
  user_id,
  q: q?.trim() || undefined,
  from: from && startOf(from),
  to: to && endOf(to),
})
export type AuditFilter = ReturnType<typeof filterOf>
