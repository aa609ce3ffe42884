import type { MonitorRecord } from '@svc/plugin-monitors/contract'

/** Checks on a page. */
const pageSize = 50

/** Two checks may have the same time; what is asked for reaches over them into the next page. */
export const asked = pageSize + 10

/** Where a page ends and the next one begins. */
export interface PageMark {
  readonly to: string
  readonly belowId: number
}

/** The checks of a page that begins after `mark`, out of an answer that begins there, and the mark of the next page. */
export function pageOf(answer: readonly MonitorRecord[], mark: PageMark | undefined) {
  const rest = mark ? answer.filter(({ id }) => id < mark.belowId) : answer
  const rows = rest.slice(0, pageSize)
  const last = rows.at(-1)
  const next: PageMark | undefined = last && rest.length > pageSize ? { to: last.time, belowId: last.id } : undefined
  return { rows, next }
}
