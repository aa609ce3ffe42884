import type { MonitorRecord } from '@svc/plugin-monitors/contract'

const pageSize = 50

/** More than a page, because checks around the page boundary may have the same time. */
export const requestLimit = pageSize + 10

/** Where the next page begins. */
export interface PageCursor {
  readonly to: string
  readonly belowId: number
}

/** Cuts a response to the page after `cursor`, and returns the cursor of the next page. */
export function toPage(records: readonly MonitorRecord[], cursor: PageCursor | undefined) {
  const remaining = cursor ? records.filter(({ id }) => id < cursor.belowId) : records
  const rows = remaining.slice(0, pageSize)
  const last = rows.at(-1)
  const next: PageCursor | undefined =
    last && remaining.length > pageSize ? { to: last.time, belowId: last.id } : undefined
  return { rows, next }
}
