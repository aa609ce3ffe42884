import { expect, it } from 'vitest'
import { container, statsOf } from '../testing/container.ts'
import { nextRows } from './container-row.ts'
import { cpuOf, memoryOf, sumSamples, sumStats } from './sums.ts'

const [old, young] = [container('old'), container('young')]
const first = nextRows(undefined, [old], [statsOf(old, { cpu_percent: 5 })], 0)
const { list } = nextRows(
  first,
  [old, young],
  [statsOf(old, { cpu_percent: 7 }), statsOf(young, { cpu_percent: 1 })],
  3,
)

it('samples of the same moment are added', () => {
  expect(sumSamples(list, cpuOf).slice(-3)).toEqual([null, 5, 8])
  expect(sumSamples(list, memoryOf).slice(-1)).toEqual([2048])
  expect(sumSamples([], cpuOf).every((value) => value === null)).toBe(true)
})

it('and so are the values of now', () => expect(sumStats(list)).toEqual({ cpu: 8, memory: 2048 }))
