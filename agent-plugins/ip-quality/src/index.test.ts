import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createTestAgent, type TestAgent } from '@svc/agent/testing'
import { type AgentResult, IpQualityRunNow, IpQualitySync, UnlockResults } from '@svc/plugin-ip-quality/wire'
import { Ack } from '@svc/protocol'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { type PlayedServices, playServices } from '../test/services.ts'
import { makeIpQualityPlugin } from './index.ts'

let services: PlayedServices
let stateDir: string
let agent: TestAgent

beforeEach(async () => {
  services = await playServices()
  stateDir = mkdtempSync(join(tmpdir(), 'svc-ip-quality-'))
})
afterEach(async () => {
  await agent.close()
  services.close()
  rmSync(stateDir, { recursive: true, force: true })
})

async function start(timing = { minGapMs: 50, retryMs: 300 }, deny: 'ip_quality'[] = []) {
  const plugin = makeIpQualityPlugin({ network: services.network(), timing })
  agent = await createTestAgent({
    plugins: [{ plugin, capabilities: ['ip_quality'] }],
    config: { state_dir: stateDir },
    deny,
  })
}

const service = (id: string, more: object = {}) => ({
  id,
  key: `custom_${id}`,
  request: { url: `http://${id}.example/`, method: 'GET', headers: [], timeout_ms: 2000 },
  rules: [{ match: { kind: 'status_equals', code: 200 }, result: 'unlocked' }],
  ...more,
})

const sync = (list: readonly object[], more: object = {}) =>
  agent.server.send(IpQualitySync, { services: [...list], interval_hours: 12, acknowledges: true, ...more })

const results = async () => {
  const sent = await agent.server.next(UnlockResults)
  return { ...sent, results: sent.results as AgentResult[] }
}
const acknowledge = ({ msg_id = '' }: { msg_id?: string }) => agent.server.send(Ack, { msg_id })
const statuses = (sent: { results: readonly AgentResult[] }) =>
  Object.fromEntries(sent.results.map(({ service_id, status }) => [service_id, status]))

it('checks what the server lists, and what is new or changed at once', async () => {
  services.play({ 'a.example/': {}, 'me.example/': { body: 'ip=198.51.100.9' } })
  await start()
  sync([service('a'), service('b'), { nonsense: true }], {
    egress: [{ url: 'http://me.example/', pattern: 'ip=(.*)' }],
  })
  const first = await results()
  expect(first).toMatchObject({ egress_ip: '198.51.100.9' })
  expect(statuses(first)).toEqual({ a: 'unlocked', b: 'failed' })
  acknowledge(first)
  sync([service('a'), service('b'), service('c')])
  const second = await results()
  expect(statuses(second)).toEqual({ c: 'failed' })
  acknowledge(second)
  sync([service('a', { rules: [{ match: { kind: 'status_equals', code: 200 }, result: 'blocked' }] })])
  expect(statuses(await results())).toEqual({ a: 'blocked' })
})

it('checks everything on request, and does not check again after a restart', async () => {
  services.play({ 'a.example/': {} })
  await start()
  sync([service('a')])
  acknowledge(await results())
  agent.server.send(IpQualityRunNow, {})
  const second = await results()
  expect(statuses(second)).toEqual({ a: 'unlocked' })
  acknowledge(second)
  await expect.poll(() => JSON.parse(readFileSync(join(stateDir, 'ip_quality.json'), 'utf8')).unsent).toEqual({})
  expect(statSync(join(stateDir, 'ip_quality.json')).mode & 0o777).toBe(0o600)
  await agent.close()
  services.requests.length = 0
  await start()
  sync([service('a'), service('b')])
  expect(statuses(await results())).toEqual({ b: 'failed' })
  expect(services.requests).toEqual(['GET b.example/'])
})

it('checks again when the interval has passed', async () => {
  services.play({ 'a.example/': {} })
  await start()
  sync([service('a')])
  acknowledge(await results())
  await agent.close()
  const file = join(stateDir, 'ip_quality.json')
  const memory = JSON.parse(readFileSync(file, 'utf8'))
  memory.checked.a.at -= 3_599_000
  writeFileSync(file, JSON.stringify(memory))
  await start()
  sync([service('a')], { interval_hours: 1 })
  expect(statuses(await results())).toEqual({ a: 'unlocked' })
})

it('keeps results until the server has stored them, also across restarts', async () => {
  services.play({ 'a.example/': {} })
  await start()
  sync([service('a')])
  const first = await results()
  const again = await results()
  expect(again.results).toEqual(first.results)
  expect(again.msg_id).not.toBe(first.msg_id)
  await agent.close()
  await start()
  sync([service('a')])
  expect((await results()).results).toEqual(first.results)
  expect(services.requests).toHaveLength(1)
})

it('a server that acknowledges nothing gets each result once', async () => {
  services.play({ 'a.example/': {} })
  await start()
  agent.server.send(IpQualitySync, { services: [service('a')], interval_hours: 0 })
  expect(await results()).not.toHaveProperty('msg_id')
  agent.server.drop()
  await agent.server.connection(2)
  agent.server.send(IpQualitySync, { services: [service('a'), service('b')], interval_hours: 0 })
  expect(statuses(await results())).toEqual({ b: 'failed' })
})

it('checks at most five at a time', async () => {
  const names = Array.from({ length: 12 }, (_, i) => `s${i}`)
  services.play(Object.fromEntries(names.map((name) => [`${name}.example/`, { delayMs: 300 }])))
  await start()
  sync(names.map((name) => service(name)))
  await expect.poll(() => services.requests.length).toBe(5)
  expect(Object.keys(statuses(await results()))).toHaveLength(12)
  expect(services.requests).toHaveLength(12)
})

it('is not loaded without the capability', async () => {
  await start(undefined, ['ip_quality'])
  sync([service('a')])
  agent.server.send(IpQualityRunNow, {})
  sync([service('a')])
  await expect.poll(() => agent.counts.denied + agent.counts.unknown).toBe(3)
  expect(services.requests).toEqual([])
})

it('starts without a state file that is none', async () => {
  writeFileSync(join(stateDir, 'ip_quality.json'), '{"checked": 5}')
  services.play({ 'a.example/': {} })
  await start()
  expect(agent.lines.map(({ message }) => message)).toContain('the state file is invalid; starting without it')
  sync([service('a')])
  expect(statuses(await results())).toEqual({ a: 'unlocked' })
})
