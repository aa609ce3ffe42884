import { expect, it } from 'vitest'
import { corePercents, linesOf, membersOf, mountPercents, numbersOf, programsOf } from './detail-series.ts'

const point = (time: number, ...rows: Record<string, unknown>[]) => ({ time, rows })

it('numbers are the mean of the records of a point', () => {
  expect(numbersOf([point(0, { a: 1 }, { a: 4 }, { a: null }), point(60), point(120, {})], 'a')).toEqual([
    2.5,
    null,
    null,
  ])
})

it('lists become a line per item, of the last record of a point', () => {
  const mount = (path: string, used: number) => ({ path, total: 200, used, inodes: null, inodes_used: null })
  const points = [
    point(0, { mounts_json: JSON.stringify([mount('/', 20)]) }),
    point(60, { mounts_json: null }),
    point(
      120,
      { mounts_json: JSON.stringify([mount('/', 1)]) },
      { mounts_json: JSON.stringify([mount('/', 40), { ...mount('/empty', 0), total: 0 }]) },
    ),
  ]
  expect(linesOf(points, 'mounts_json', mountPercents)).toEqual([
    { name: '/', values: [10, null, 20] },
    { name: '/empty', values: [null, null, null] },
  ])
})

it('only the highest lines are drawn, in natural order', () => {
  const cores = Array.from({ length: 16 }, (_, core) => core)
  const lines = linesOf([point(0, { cores_json: JSON.stringify(cores) })], 'cores_json', corePercents)
  expect(lines.map(({ name }) => name)).toEqual(['10', '11', '12', '13', '14', '15'])
})

it('rates are read by member', () => {
  const text = JSON.stringify([{ name: 'eth0', in_speed: 5, out_speed: 7 }])
  expect(linesOf([point(0, { interfaces_json: text })], 'interfaces_json', membersOf('out_speed'))).toEqual([
    { name: 'eth0', values: [7] },
  ])
})

it('programs use what is left of the memory', () => {
  expect(
    programsOf(100, [
      [10, null],
      [20, 1],
    ]),
  ).toEqual([70, null])
  expect(programsOf(0, [[10]])).toEqual([null])
})
