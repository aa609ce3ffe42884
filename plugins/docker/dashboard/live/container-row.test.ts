import { expect, it } from 'vitest'
import { container, statsOf } from '../testing/container.ts'
import { nextRows } from './container-row.ts'

const web = container('web')
const idle = container('idle', { state: 'exited' })
const first = nextRows(undefined, [web, idle], [statsOf(web, { network_rx: 1000, cpu_percent: 3 })], 1000)

it('the first update has samples, but no rates', () => {
  expect(first.list.map(({ id, rates, samples }) => [id, rates, samples])).toEqual([
    [web.id, undefined, [{ cpu: 3, memory: 1024 }]],
    [idle.id, undefined, []],
  ])
})

it('the next one has rates per second', () => {
  const sample = statsOf(web, { network_rx: 5000, network_tx: 10, cpu_percent: 5 })
  const [row] = nextRows(first, [{ ...web }, idle], [sample], 3000).list
  expect(row).toMatchObject({ rates: { rx: 2000, tx: 5, read: 0, write: 0 }, stats: sample })
  expect(row?.samples.map(({ cpu }) => cpu)).toEqual([3, 5])
  expect(row?.container).toBe(web)
})

it('rows without news keep their identity', () => {
  const next = nextRows(first, [{ ...web }, { ...idle }], undefined, 2000)
  expect(next.list[0]).toBe(first.list[0])
  expect(next.list[1]).toBe(first.list[1])
  expect(next.at).toBe(first.at)
})

it('a restarted container has no negative rates', () => {
  const [row] = nextRows(first, [web], [statsOf(web, { network_rx: 10 })], 2000).list
  expect(row?.rates).toBeUndefined()
})

it('a changed list with the statistics of before is no new sample, unless they stay the same', () => {
  const same = [statsOf(web, { network_rx: 1000, cpu_percent: 3 })]
  const repeated = nextRows(first, [{ ...web, status: 'Up 3 hours' }, idle], same, 4000)
  expect(repeated.list[0]).toMatchObject({ container: { status: 'Up 3 hours' }, rates: undefined })
  expect(repeated.list[0]?.samples).toHaveLength(1)
  const next = nextRows(repeated, [web, idle], same, 7000)
  expect(next.list[0]).toMatchObject({ rates: { rx: 0 } })
  expect(next.list[0]?.samples).toHaveLength(2)
})

it('a stopped container has no statistics any more, with or without those of others', () => {
  const stopped = { ...web, state: 'exited' }
  for (const stats of [undefined, []]) {
    expect(nextRows(first, [stopped], stats, 2000).list[0]).toMatchObject({ stats: undefined, samples: [] })
  }
})

it('a changed container keeps its statistics until the next ones', () => {
  const [row] = nextRows(first, [{ ...web, status: 'Up 3 hours' }], undefined, 2000).list
  expect(row).toMatchObject({ container: { status: 'Up 3 hours' }, stats: { cpu_percent: 3 } })
})

it('sparklines are limited', () => {
  let rows = first
  for (let i = 1; i < 100; i++) rows = nextRows(rows, [web], [statsOf(web, { cpu_percent: i })], 1000 * i)
  expect(rows.list[0]?.samples).toHaveLength(60)
  expect(rows.list[0]?.samples.at(-1)?.cpu).toBe(99)
})
