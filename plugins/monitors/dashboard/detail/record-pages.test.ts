import type { MonitorRecord } from '@svc/plugin-monitors/contract'
import { expect, it } from 'vitest'
import { asked, type PageMark, pageOf } from './record-pages.ts'

const check = (id: number): MonitorRecord => ({
  // three of them at a time
  ...{ id, time: new Date(Math.floor(id / 3) * 1000).toISOString(), monitor_id: 'm', success: true },
  latency: 1,
  detail: {},
  detail_json: '{}',
  error: null,
  error_zh: null,
})
const all = Array.from({ length: 120 }, (_, at) => check(120 - at))
/** As the server answers. */
const answer = (to: string | undefined) => all.filter(({ time }) => to === undefined || time <= to).slice(0, asked)

it('every check is on one page, in order, whatever has the same time', () => {
  const pages: number[][] = []
  let mark: PageMark | undefined
  do {
    const { rows, next } = pageOf(answer(mark?.to), mark)
    pages.push(rows.map(({ id }) => id))
    mark = next
  } while (mark)
  expect(pages.map(({ length }) => length)).toEqual([50, 50, 20])
  expect(pages.flat()).toEqual(all.map(({ id }) => id))
})

it('there is no page after the last one', () => {
  expect(pageOf(all.slice(0, 50), undefined).next).toBeUndefined()
  expect(pageOf([], undefined)).toEqual({ rows: [], next: undefined })
})
