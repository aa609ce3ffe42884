import { liveMetrics, type ServerMetrics } from '@svc/protocol'
import { expect, test } from 'vitest'
import { LiveBuffer } from './live-buffer.ts'

const at = (last_active: number) => ({ id: 'a', last_active }) as ServerMetrics

const filled = (count: number) => {
  const buffer = new LiveBuffer()
  for (let time = 1; time <= count; time++) buffer.push(at(time))
  return buffer
}

test('grows to 250, then keeps the newest 200', () => {
  expect(filled(249).points()).toHaveLength(249)
  const cut = filled(250).points()
  expect(cut).toHaveLength(200)
  expect([cut[0]?.last_active, cut.at(-1)?.last_active]).toEqual([51, 250])
})

test('drops duplicates and out-of-order reports', () => {
  const buffer = filled(3)
  expect(buffer.push(at(3))).toBe(false)
  expect(buffer.push(at(2))).toBe(false)
  expect(buffer.points()).toHaveLength(3)
})

test('starts over when the clock of the server was set back', () => {
  const buffer = filled(100)
  expect(buffer.push(at(10))).toBe(true)
  expect(buffer.points().map((point) => point.last_active)).toEqual([10])
})

test('snapshots are immutable and stable until the next report', () => {
  const buffer = filled(2)
  const before = buffer.points()
  expect(buffer.points()).toBe(before)
  buffer.push(at(3))
  expect(before).toHaveLength(2)
  expect(buffer.points()).not.toBe(before)
})

test('returns the reported values however often it is read', () => {
  const report = (time: number): ServerMetrics => ({
    ...({ id: 'a', name: 'web', online: time % 2 === 0, last_active: time } as ServerMetrics),
    ...(Object.fromEntries(liveMetrics.map((name, i) => [name, time * 1e9 + i + 0.25])) as object),
    temperature: time % 3 === 0 ? null : time,
    gpu_usage: null,
  })
  const reports = Array.from({ length: 280 }, (_, i) => report(i + 1))
  const rarely = new LiveBuffer()
  const always = new LiveBuffer()
  for (const one of reports) {
    rarely.push(one)
    always.push(one)
    always.points()
  }
  expect(rarely.points()).toEqual(reports.slice(-230))
  expect(always.points()).toEqual(reports.slice(-230))
})

const times = (buffer: LiveBuffer) => buffer.points().map((point) => point.last_active)
const complete = (time: number): ServerMetrics => ({
  ...({ id: 'a', name: 'web', online: true, last_active: time } as ServerMetrics),
  ...(Object.fromEntries(liveMetrics.map((name) => [name, time])) as object),
})

test('earlier reports are added once, in order, and later ones follow', () => {
  const buffer = new LiveBuffer()
  buffer.push(complete(30))
  buffer.push(complete(33))
  buffer.seed('a', { last_active: [24, 27, 30], cpu: [1, null, 3] })
  expect(times(buffer)).toEqual([24, 27, 30, 33])
  const [first, second, third] = buffer.points()
  expect([first?.cpu, second?.cpu, third?.cpu, first?.id, first?.online]).toEqual([1, Number.NaN, 30, 'a', true])
  buffer.push(complete(36))
  expect(times(buffer)).toEqual([24, 27, 30, 33, 36])
})

test('complete reports replace those of which one metric is known', () => {
  const buffer = new LiveBuffer()
  buffer.seed('a', { last_active: [3, 6], cpu: [1, 2] })
  const all = Object.fromEntries(liveMetrics.map((name) => [name, [7, 8]]))
  buffer.seed('a', { last_active: [3, 6], ...all })
  buffer.seed('a', { last_active: [3, 6], cpu: [1, 2] })
  expect(buffer.points().map(({ cpu, load1 }) => [cpu, load1])).toEqual([
    [7, 7],
    [8, 8],
  ])
})

test('a seed fits into the buffer', () => {
  const buffer = filled(100)
  buffer.seed('a', { last_active: Array.from({ length: 300 }, (_, i) => i - 299), cpu: Array(300).fill(1) })
  expect(times(buffer)).toHaveLength(249)
  buffer.push(at(101))
  expect(times(buffer).at(-1)).toBe(101)
})
