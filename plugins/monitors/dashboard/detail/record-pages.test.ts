import type { MonitorRecord } from '@svc/plugin-monitors/contract'
import { expect, it } from 'vitest'
import { type PageCursor, requestLimit, toPage } from './records-card.tsx'

const check = (id: number): MonitorRecord => ({
  // Three records share each time.
  ...{ id, time: new Date(Math.floor(id / 3) * 1000).toISOString(), monitor_id: 'm', success: true },
  latency: 1,
  detail: {},
  detail_json: '{}',
  error: null,
  error_text: null,
})
const all = Array.from({ length: 120 }, (_, index) => check(120 - index))
/** The response of the server. */
const respond = (to: string | undefined) =>
  all.filter(({ time }) => to === undefined || time <= to).slice(0, requestLimit)

it('every check is on exactly one page, even with equal times', () => {
  const pages: number[][] = []
  let cursor: PageCursor | undefined
  do {
    const { rows, next } = toPage(respond(cursor?.to), cursor)
    pages.push(rows.map(({ id }) => id))
    cursor = next
  } while (cursor)
  expect(pages.map(({ length }) => length)).toEqual([50, 50, 20])
  expect(pages.flat()).toEqual(all.map(({ id }) => id))
})

it('there is no page after the last one', () => {
  expect(toPage(all.slice(0, 50), undefined).next).toBeUndefined()
  expect(toPage([], undefined)).toEqual({ rows: [], next: undefined })
})
