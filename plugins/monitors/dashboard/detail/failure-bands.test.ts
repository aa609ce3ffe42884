import { expect, it } from 'vitest'
import { failureBands, type Steps, stepLength } from './failure-bands.ts'

const at = (minute: number) => new Date(minute * 60_000).toISOString()
/** Steps with two checks each, failures by minute. */
const steps = (...failures: [minute: number, failures: number][]): Steps =>
  failures.map(([minute, failures]) => ({
    time: at(minute),
    checks: 2,
    failures,
    avg_latency: failures < 2 ? 5 : null,
    max_latency: null,
  }))

it.each([
  [[], []],
  [[[0, 0]], []],
  [[[0, 1]], [{ from: 0, to: 60, checks: 2, failures: 1 }]],
  [
    [
      [0, 0],
      [1, 2],
      [2, 1],
      [3, 0],
      [4, 1],
    ],
    [
      { from: 60, to: 180, checks: 4, failures: 3 },
      { from: 240, to: 300, checks: 2, failures: 1 },
    ],
  ],
  // No checks in between, so no recovery.
  [
    [
      [0, 2],
      [5, 2],
    ],
    [{ from: 0, to: 360, checks: 4, failures: 4 }],
  ],
] as [[number, number][], object[]][])('%j has failure bands %j', (given, bands) => {
  expect(failureBands(steps(...given), 60)).toEqual(bands)
})

it.each([
  [[], 30],
  [[[0, 0]], 30],
  [
    [
      [0, 0],
      [5, 0],
      [6, 0],
    ],
    60,
  ],
] as [[number, number][], number][])('%j has steps of %d seconds', (given, step) => {
  expect(stepLength(steps(...given), 30)).toBe(step)
})
