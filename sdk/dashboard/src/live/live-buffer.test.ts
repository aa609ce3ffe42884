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
