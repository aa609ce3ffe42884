import type { ServerMetrics } from '@svc/protocol'
import { expect, test } from 'vitest'
import { livePoints } from './live-points.ts'

const at = (...times: number[]) => times.map((last_active) => ({ last_active }) as ServerMetrics)
/** The times of the points; negative where the line is broken. */
const timesOf = (...times: number[]) =>
  livePoints(at(...times)).map(({ time, rows }) => (rows.length === 0 ? -time : time))

test('a silent agent breaks the line', () => {
  expect(timesOf(3, 6, 9, 30, 33)).toEqual([3, 6, 9, -10, 30, 33])
})

test('stored minutes before the live reports are connected', () => {
  expect(timesOf(60, 120, 180, 235, 238, 241)).toEqual([60, 120, 180, 235, 238, 241])
})

test('a missing minute breaks the line too', () => {
  expect(timesOf(60, 120, 240, 300, 360)).toEqual([60, 120, -121, 240, 300, 360])
})

test('disk rates are one device', () => {
  const [point] = livePoints([
    { last_active: 3, disk_read_bytes_per_sec: 5, disk_write_bytes_per_sec: 6 } as ServerMetrics,
  ])
  expect(point?.rows[0]?.disk_io_json).toBe('[{"name":"","read_bytes_per_sec":5,"write_bytes_per_sec":6}]')
})
