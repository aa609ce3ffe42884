import { expect, it } from 'vitest'
import { hopGraph } from './hop-graph.ts'

const hop = (number: number, ...ips: string[]) => ({ hop: number, ips })
const edgesOf = (trace: Parameters<typeof hopGraph>[0]) =>
  hopGraph(trace).edges.map(({ from, to, rounds }) => `${from.trim()} > ${to.trim()} x${rounds}`)

it('equal ways part and meet again, as the rounds took them', () => {
  const trace = {
    hops: [hop(1, 'r1'), hop(2, 'a', 'b'), hop(3, 't')],
    paths: [
      { ips: ['r1', 'a', 't'], rounds: 3 },
      { ips: ['r1', 'b', 't'], rounds: 2 },
    ],
  }
  expect(hopGraph(trace).nodes.map(({ hop: at, ip, row }) => [at, ip, row])).toEqual([
    [0, null, 0],
    [1, 'r1', 0],
    [2, 'a', 0],
    [2, 'b', 1],
    [3, 't', 0],
  ])
  expect(edgesOf(trace)).toEqual(['0 > 1 r1 x5', '1 r1 > 2 a x3', '2 a > 3 t x3', '1 r1 > 2 b x2', '2 b > 3 t x2'])
})

it('an answer that got lost is the only router there, or none that is known', () => {
  const hops = [hop(1, 'r1'), hop(2, 'a', 'b'), hop(3, 'c'), hop(4, 't')]
  expect(edgesOf({ hops, paths: [{ ips: [null, null, 'c', 't'], rounds: 1 }] })).toEqual([
    '0 > 1 r1 x1',
    '3 c > 4 t x1',
  ])
})

it('silent hops are on the way', () => {
  const hops = [hop(1, 'r1'), hop(2), hop(3, 't')]
  expect(edgesOf({ hops, paths: [{ ips: ['r1', null, 't'], rounds: 1 }] })).toEqual([
    '0 > 1 r1 x1',
    '1 r1 > 2 x1',
    '2 > 3 t x1',
  ])
})

it('without paths everything may follow everything', () => {
  expect(edgesOf({ hops: [hop(1, 'a', 'b'), hop(2, 't')], paths: [] })).toEqual([
    '0 > 1 a x0',
    '0 > 1 b x0',
    '1 a > 2 t x0',
    '1 b > 2 t x0',
  ])
})
