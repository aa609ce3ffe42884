import { createTestKernel, type TestKernel } from '@svc/kernel/testing'
import alerts from '@svc/plugin-alerts'
import enrollment from '@svc/plugin-enrollment'
import { claimServer, connectAgent } from '@svc/plugin-enrollment/testing'
import probes from '@svc/plugin-probes'
import system from '@svc/plugin-system'
import { auditedDetails } from '@svc/plugin-system/testing'
import { afterEach, expect, it } from 'vitest'
import { hop } from '../test/world.ts'
import traceroute from './index.ts'
import type { HistoryEntry } from './traceroute-schema.ts'

/** Capability bits of `ping_icmp`, `ping_tcp` and `ping_http`. */
const all = 8 + 16 + 32

let kernel: TestKernel
afterEach(() => kernel.close())

async function start(config: object = {}) {
  kernel = await createTestKernel({
    plugins: [system, enrollment, alerts, probes, traceroute],
    config: { rate_limit: { register_max: 0 }, traceroute: { dns_server: '127.0.0.1:9', ...config } },
    now: Date.UTC(2026, 4, 1, 12),
  })
}

async function call<T>(method: 'GET' | 'POST' | 'PUT', url: string, payload?: object): Promise<T> {
  const answer = await kernel.as('admin').inject({ method, url, ...(payload && { payload }) })
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json().data
}

const makeTarget = (probe_type: string, target: string) =>
  call<{ id: string }>('POST', '/api/network-probes/targets', {
    name: target,
    provider: '',
    location: '',
    target,
    probe_type,
  })

const makeRule = (rule_type: string, min: number) =>
  call<{ id: string }>('POST', '/api/alert-rules', {
    name: rule_type,
    rules: [{ rule_type, min }],
    trigger_mode: 'once',
    cover_type: 'all',
    server_ids: [],
    notification_group_id: null,
  })

async function makeServer(name: string, targetIds: readonly string[], capabilities = all) {
  const { id, token } = await claimServer(kernel, name)
  const agent = await connectAgent(kernel, token, { agent_local_capabilities: capabilities })
  await call('PUT', `/api/servers/${id}/network-probes/targets`, { target_ids: targetIds })
  return {
    id,
    agent,
    /** The agent reports a round of each target. */
    async measure(rounds: readonly { target_id: string; loss?: number; latency?: number }[]) {
      const results = rounds.map(({ target_id, loss = 0, latency = 20 }) => ({
        target_id,
        ...{ avg_latency: latency, min_latency: latency, max_latency: latency },
        ...{ packet_loss: loss, packet_sent: 10, packet_received: 10 - loss * 10 },
        timestamp: new Date(kernel.clock.now()).toISOString(),
      }))
      agent.send({ type: 'network_probe_results', results })
      await agent.settle()
    },
    async finish(request_id: string) {
      const hops = [hop(1, '192.0.2.1'), hop(2)]
      agent.send({
        type: 'traceroute_round_update',
        request_id,
        target: 't',
        round: 5,
        total_rounds: 5,
        hops,
        completed: true,
        error: null,
      })
      await agent.settle()
    },
    history: (query = '') => call<HistoryEntry[]>('GET', `/api/servers/${id}/traceroute${query}`),
  }
}

const evaluate = () => kernel.runJob('AlertEvaluator')

it('the path to the target with the most loss is traced when the alert fires, and kept with it', async () => {
  await start()
  const [near, far] = [await makeTarget('icmp', 'near.example.com'), await makeTarget('tcp', 'far.example.com:8443')]
  const rule = await makeRule('network_packet_loss', 20)
  const server = await makeServer('web-1', [near.id, far.id])
  await server.measure([
    { target_id: near.id, loss: 0.3 },
    { target_id: far.id, loss: 0.9 },
  ])
  await evaluate()
  const sent = await server.agent.next('traceroute')
  expect(sent).toMatchObject({ target: 'far.example.com', protocol: 'tcp', port: 8443 })
  await server.finish(String(sent.request_id))
  const since = '2026-05-01T12:00:00Z'
  const evidence = { request_id: sent.request_id, alert: { rule_id: rule.id, since }, hop_count: 2 }
  expect(await server.history(`?alert_rule_id=${rule.id}`)).toMatchObject([evidence])
  expect(await server.history('?alert_rule_id=another')).toEqual([])
  const events = await call<{ event_at: string }[]>('GET', '/api/alert-events')
  expect(events).toMatchObject([{ rule_id: rule.id, server_id: server.id, event_at: since }])
  expect(auditedDetails(kernel, 'traceroute.start')).toMatchObject([{ server_id: server.id, rule_id: rule.id, since }])

  // The alert keeps firing: once is enough.
  await server.agent.stay(120_000)
  await evaluate()
  expect(server.agent.countOf('traceroute')).toBe(0)
})

it('latency has its own target, of a URL the host and port', async () => {
  await start()
  const [near, far] = [
    await makeTarget('icmp', 'near.example.com'),
    await makeTarget('http', 'https://shop.example.com/cart'),
  ]
  await makeRule('network_latency', 300)
  const server = await makeServer('web-1', [near.id, far.id])
  await server.measure([
    { target_id: near.id, latency: 20, loss: 0.5 },
    { target_id: far.id, latency: 900 },
  ])
  await evaluate()
  expect(await server.agent.next('traceroute')).toMatchObject({
    target: 'shop.example.com',
    protocol: 'tcp',
    port: 443,
  })
})

it('it waits for a trace that somebody else started', async () => {
  await start()
  const target = await makeTarget('icmp', 'near.example.com')
  await makeRule('network_packet_loss', 20)
  const server = await makeServer('web-1', [target.id])
  await call('POST', `/api/servers/${server.id}/traceroute`, { target: 'other.example.com' })
  const other = await server.agent.next('traceroute')
  await server.measure([{ target_id: target.id, loss: 0.5 }])
  await evaluate()
  expect(server.agent.countOf('traceroute')).toBe(0)
  await server.finish(String(other.request_id))
  expect(await server.agent.next('traceroute')).toMatchObject({ target: 'near.example.com' })
})

it('a fleet is traced twenty servers at a time', async () => {
  await start()
  const target = await makeTarget('icmp', 'near.example.com')
  await makeRule('network_packet_loss', 20)
  const servers: Awaited<ReturnType<typeof makeServer>>[] = []
  for (let n = 0; n < 22; n += 1) servers.push(await makeServer(`web-${n}`, [target.id]))
  for (const server of servers) await server.measure([{ target_id: target.id, loss: 0.5 }])
  await evaluate()
  const asked = () => servers.filter(({ agent }) => agent.countOf('traceroute') > 0)
  await expect.poll(() => asked().length).toBe(20)
  for (const server of asked()) await server.finish(String((await server.agent.next('traceroute')).request_id))
  await expect.poll(() => asked().length).toBe(2)
})

it('nothing is traced without the capability, for other alerts, or if it is switched off', async () => {
  await start()
  const target = await makeTarget('tcp', 'near.example.com:80')
  await makeRule('network_packet_loss', 20)
  const server = await makeServer('web-1', [target.id], 16)
  await server.measure([{ target_id: target.id, loss: 0.5 }])
  await evaluate()
  expect(server.agent.countOf('traceroute')).toBe(0)
  await kernel.close()

  await start({ on_alert: false })
  const again = await makeTarget('icmp', 'near.example.com')
  await makeRule('network_packet_loss', 20)
  const other = await makeServer('web-1', [again.id])
  await other.measure([{ target_id: again.id, loss: 0.5 }])
  await evaluate()
  expect(await call('GET', '/api/alert-events')).toHaveLength(1)
  expect(other.agent.countOf('traceroute')).toBe(0)
})
