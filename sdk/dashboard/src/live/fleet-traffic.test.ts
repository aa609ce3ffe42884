import { expect, test } from 'vitest'
import { TrafficHistory } from './fleet-traffic.ts'

test('continues the traffic of the server every ten seconds', () => {
  const history = new TrafficHistory()
  history.seed({ in: [1, 2], out: [3, 4] }, 0)
  const seeded = history.get()
  history.add(9_000, () => ({ in: 9, out: 9 }))
  expect(history.get()).toBe(seeded)
  history.add(10_000, () => ({ in: 5, out: 6 }))
  expect(history.get()).toEqual({ in: [1, 2, 5], out: [3, 4, 6] })
})

test('keeps ten minutes', () => {
  const history = new TrafficHistory()
  history.seed({ in: Array(80).fill(1), out: Array(80).fill(1) }, 0)
  history.add(10_000, () => ({ in: 2, out: 2 }))
  expect([history.get().in.length, history.get().in.at(-1)]).toEqual([60, 2])
})
