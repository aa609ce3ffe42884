import { createTestKernel, type TestKernel } from '@svc/kernel/testing'
import enrollment from '@svc/plugin-enrollment'
import { claimServer, connectAgent } from '@svc/plugin-enrollment/testing'
import system from '@svc/plugin-system'
import type { Figure } from '@svc/protocol'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { figures } from './contract.ts'
import plugin from './index.ts'
import { ruleType } from './rule-type.ts'

let kernel: TestKernel
let server: { readonly id: string; readonly token: string }
// The maintenance worker compiles its sources first.
vi.setConfig({ testTimeout: 60_000 })
beforeEach(async () => {
  kernel = await createTestKernel({ plugins: [system, enrollment, plugin] })
  server = await claimServer(kernel, 'web')
})
afterEach(() => kernel.close())

const call = (path: string) => kernel.as('member').inject(`/api/servers/${server.id}/figures${path}`)
const list = async () => (await call('')).json().data
const history = async (name: string) => {
  const now = kernel.clock.now()
  const at = (ms: number) => new Date(ms).toISOString()
  return (await call(`/history?name=${name}&from=${at(now - 3_600_000)}&to=${at(now + 60_000)}`)).json().data
}
const gauge = (name: string, value: number, unit = ''): Figure => ({ name, value, unit, kind: 'gauge' })
const report = (...all: Figure[]) => kernel.service(figures).report(server.id, all)

it('lists what an agent reports, and stores the mean of each minute', async () => {
  const agent = await connectAgent(kernel, server.token)
  agent.send({ type: 'figures', figures: [gauge('fan_rpm', 1000, 'rpm\u202e')] })
  await vi.waitFor(async () => expect(await list()).toHaveLength(1))
  expect(await list()).toEqual([
    { name: 'fan_rpm', unit: 'rpm?', kind: 'gauge', value: 1000, reported_at: expect.any(String) },
  ])
  report(gauge('fan_rpm', 2000))
  await kernel.runJob('FigureWriter')
  expect((await history('fan_rpm')).points).toEqual([[expect.any(Number), 1500]])
  expect((await history('none')).points).toEqual([])
  // One invalid value drops the message, as everywhere.
  agent.send({ type: 'figures', figures: [gauge('Fan', 1)] })
  agent.send({ type: 'figures', figures: [gauge('later', 1)] })
  await vi.waitFor(async () => expect(await list()).toHaveLength(2))
  expect((await list()).map(({ name }: Figure) => name)).toEqual(['fan_rpm', 'later'])
})

it('a minute that ends in several parts, as with a restart, is the mean of all of them', async () => {
  kernel.clock.set(Math.ceil(kernel.clock.now() / 60_000) * 60_000)
  const at = kernel.clock.now() / 1000
  for (const value of [1, 2, 3]) report(gauge('fan_rpm', value))
  await kernel.runJob('FigureWriter')
  await kernel.clock.advance(1000)
  report(gauge('fan_rpm', 10))
  // what the plugin does when it closes
  await kernel.runJob('FigureWriter')
  expect((await history('fan_rpm')).points).toEqual([[at, 4]])
  report(gauge('fan_rpm', 14))
  // the first report of the next minute may come before the job
  kernel.clock.set((at + 60) * 1000)
  report(gauge('fan_rpm', 7))
  await kernel.runJob('FigureWriter')
  expect((await history('fan_rpm')).points).toEqual([
    [at, 6],
    [at + 60, 7],
  ])
})

it('a counter is stored as its increase per second, without the fall of a restart', async () => {
  const counter = (value: number) => report({ name: 'jobs', unit: '', kind: 'counter', value })
  counter(100)
  expect(await list()).toMatchObject([{ value: null }])
  await kernel.clock.advance(10_000)
  counter(150)
  expect(await list()).toMatchObject([{ value: 5 }])
  await kernel.clock.advance(10_000)
  counter(3)
  await kernel.runJob('FigureWriter')
  expect((await history('jobs')).points).toEqual([[expect.any(Number), 5]])
})

it('a server has at most 64 names; one that is not reported any more gives way', async () => {
  report(...Array.from({ length: 64 }, (_, index) => gauge(`n${index}`, index)))
  report(gauge('more', 1))
  expect(await list()).toHaveLength(64)
  await kernel.clock.advance(86_400_000)
  report(gauge('more', 1))
  expect((await list()).map(({ name }: Figure) => name)).toContain('more')
  expect(await list()).toHaveLength(64)
})

it('a server has at most 1,280 values in a minute; more are dropped', async () => {
  const some = (value: number) => report(...Array.from({ length: 64 }, (_, index) => gauge(`n${index}`, value)))
  kernel.clock.set(Math.ceil(kernel.clock.now() / 60_000) * 60_000)
  for (let value = 1; value <= 21; value++) some(value)
  expect(await list()).toContainEqual(expect.objectContaining({ name: 'n0', value: 20 }))
  await kernel.clock.advance(60_000)
  some(22)
  expect(await list()).toContainEqual(expect.objectContaining({ name: 'n0', value: 22 }))
})

it('names and ranges of a query are checked', async () => {
  expect((await call('/history?name=Fan&from=2026-01-01T00:00:00Z&to=2026-01-02T00:00:00Z')).statusCode).toBe(400)
  expect((await call('/history?name=fan&from=2026-01-02T00:00:00Z&to=2026-01-01T00:00:00Z')).statusCode).toBe(400)
})

it('rules compare the last values of the names that match', async () => {
  const series = [
    { name: 'fan_front', value: 900, reportedAt: 1000 },
    { name: 'fan_rear', value: 2100, reportedAt: 1000 },
    { name: 'fan_old', value: 9000, reportedAt: 100 },
    { name: 'queue', value: 5000, reportedAt: 1000 },
  ]
  const type = ruleType({ of: (id) => (id === 'a' ? (series as never) : []) })
  const judge = async (pattern: string, min: number) =>
    (await type.judge?.({ rule_type: 'figure', pattern, min }, [{ id: 'a' }, { id: 'b' }] as never, 1060))?.get('a')
  expect(await judge('fan_*', 2000)).toEqual({ matches: true, value: 2100, subjects: ['fan_rear = 2100'] })
  expect(await judge('fan_*', 3000)).toEqual({ matches: false, value: 2100 })
  expect(await judge('none', 0)).toBeUndefined()
})

it('browsers learn of a server that only plugins report for', async () => {
  const browser = await kernel.connect('/api/ws/servers', kernel.as('member').headers)
  const features = async () => {
    const { servers } = await browser.next('full_sync')
    return (servers as { features: string[] }[]).map((each) => each.features)
  }
  expect(await features()).toEqual([[]])
  report(gauge('rooms', 3))
  await kernel.clock.advance(1000)
  expect(await features()).toEqual([['figures']])
})
