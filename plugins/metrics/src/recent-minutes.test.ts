import { report } from '@svc/protocol/testing'
import { expect, it } from 'vitest'
import { makeRecentMinutes, watchedColumns } from './recent-minutes.ts'

const record = (minute: number, cpu: number, temperature: number | null = null) => ({
  serverId: 'server-7',
  number: 7,
  minute,
  report: report({ cpu, temperature }),
})
const late = (minute: number, cpu: number) => ({ ...record(minute, cpu), late: true as const })
const stored = (minute: number, cpu: number) => ({
  number: 7,
  minute,
  values: watchedColumns.map(({ name }) => (name === 'cpu' ? cpu : null)),
})

it('covers ten minutes', () => {
  const recent = makeRecentMinutes()
  expect([recent.count(7, 1000), recent.values(7, 'cpu', 1000)]).toEqual([0, []])
  for (let minute = 980; minute <= 1000; minute++) recent.consumer([record(minute, minute - 900)])
  expect(recent.values(7, 'cpu', 1000)).toEqual([91, 92, 93, 94, 95, 96, 97, 98, 99, 100])
  expect(recent.values(7, 'cpu', 1003)).toEqual([94, 95, 96, 97, 98, 99, 100])
  expect([recent.count(7, 1003), recent.count(7, 1010), recent.count(8, 1000)]).toEqual([7, 0, 0])
  expect(recent.values(7, 'no_such_column', 1000)).toEqual([])
})

it('has temperatures only for minutes with a sensor value', () => {
  const recent = makeRecentMinutes()
  recent.consumer([record(999, 1, 60), record(1000, 1), record(1001, 1, 80)])
  expect([recent.count(7, 1001), recent.values(7, 'temperature', 1001)]).toEqual([3, [60, 80]])
})

it('inserts late minutes in order and drops old ones', () => {
  const recent = makeRecentMinutes()
  recent.consumer([record(1000, 50), late(995, 10), late(990, 1)])
  expect(recent.values(7, 'cpu', 1000)).toEqual([10, 50])
  recent.delete(7)
  expect(recent.count(7, 1000)).toBe(0)
})

it.each([
  ['hours', 1480],
  ['minutes', 1010],
])('recovers after the clock was ahead by %s', (_, ahead) => {
  const recent = makeRecentMinutes()
  for (let minute = ahead; minute < ahead + 10; minute++) recent.consumer([record(minute, 90)])
  expect(recent.count(7, 1000)).toBe(0)
  for (let minute = 1000; minute <= 1003; minute++) recent.consumer([record(minute, 10)])
  expect(recent.values(7, 'cpu', 1003)).toEqual([10, 10, 10, 10])
})

it('merges stored minutes with newer ones', () => {
  const recent = makeRecentMinutes()
  recent.consumer([record(1000, 50)])
  recent.restore([stored(998, 30), stored(999, 40), stored(1000, 45)])
  expect(recent.values(7, 'cpu', 1000)).toEqual([30, 40, 50])
  expect(recent.values(7, 'mem_used', 1000)).toHaveLength(1)
})
