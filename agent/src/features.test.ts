import { defineAgentPlugin } from '@svc/agent-sdk'
import { Ack, FeaturesUpdate, Report, SystemInfo } from '@svc/protocol'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createTestAgent, type TestAgent, type TestAgentOptions } from './testing.ts'

vi.setConfig({ testTimeout: 30_000 })

let agent: TestAgent
/** what the plugin under test offers */
let offered: string[]
let notify: () => void
beforeEach(() => {
  offered = []
  notify = () => {}
})
afterEach(() => agent.close())

const daemon = defineAgentPlugin({
  id: 'daemon',
  setup({ featuresChanged }) {
    notify = featuresChanged
    return { features: () => offered }
  },
})
const printer = defineAgentPlugin({ id: 'printer', setup: () => ({ features: () => ['printer', 'daemon'] }) })
const broken = defineAgentPlugin({
  id: 'broken',
  setup: () => ({
    features() {
      throw new Error('out of order')
    },
  }),
})
const start = async (plugins: TestAgentOptions['plugins'], more: Partial<TestAgentOptions> = {}) => {
  agent = await createTestAgent({ plugins, timing: { wait: () => 0 }, ...more })
  return agent
}

function offer(...names: string[]) {
  offered = names
  notify()
}

it('are those of all plugins, without duplicates', async () => {
  offered = ['daemon']
  const { server } = await start([daemon, printer])
  expect(await server.next(SystemInfo)).toMatchObject({ features: ['daemon', 'printer'] })
})

it('are sent again when they change, and only then', async () => {
  const { server } = await start([daemon])
  expect(await server.next(SystemInfo)).toMatchObject({ features: [] })
  await server.next(Report)
  notify()
  offer('daemon')
  offer('daemon')
  offer()
  expect(await server.next(FeaturesUpdate)).toEqual({ type: 'features_update', features: ['daemon'] })
  expect(await server.next(FeaturesUpdate)).toEqual({ type: 'features_update', features: [] })
  await server.next(Report)
  expect(server.queued(FeaturesUpdate)).toBe(0)
})

it('that changed before the acknowledgement follow it', async () => {
  const { server } = await start([daemon], { server: { autoRespond: false } })
  server.sendRaw(JSON.stringify({ type: 'ping' }))
  const { msg_id, features } = await server.next(SystemInfo)
  expect(features).toEqual([])
  offer('daemon')
  expect(server.queued(FeaturesUpdate)).toBe(0)
  server.send(Ack, { msg_id })
  expect(await server.next(FeaturesUpdate)).toMatchObject({ features: ['daemon'] })
})

it('that changed without a connection are in the next SystemInfo', async () => {
  const { server } = await start([daemon])
  await server.next(SystemInfo)
  server.drop()
  offer('daemon')
  expect(await server.next(SystemInfo)).toMatchObject({ features: ['daemon'] })
  await server.next(Report)
  expect(server.queued(FeaturesUpdate)).toBe(0)
})

it('of other plugins survive one that fails', async () => {
  const { server, lines } = await start([broken, printer])
  expect(await server.next(SystemInfo)).toMatchObject({ features: ['daemon', 'printer'] })
  expect(lines).toContainEqual({
    level: 'error',
    message: 'features() of an agent plugin failed',
    fields: { reason: 'out of order' },
  })
})
