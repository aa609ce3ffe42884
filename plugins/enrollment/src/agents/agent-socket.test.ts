import { contribute, definePlugin, listen } from '@svc/plugin-sdk'
import { Ack, defineMessage, Report, str, streamWindow } from '@svc/protocol'
import { afterEach, describe, expect, it } from 'vitest'
import { makeWorld, newToken, report, systemInfo, type World } from '../../test/world.ts'
import { agentMessages, agentOffline, agentOnline, agents, onAgent } from '../contract.ts'

let world: World
afterEach(() => world.close())

const log: string[] = []
const Custom = defineMessage('custom_thing', { text: str() })

/** Another plugin, which handles messages and logs when agents connect and disconnect. */
const neighbour = (events: string[] = log) =>
  definePlugin({
    id: 'neighbour',
    setup: () => ({
      contributes: contribute(
        agentMessages,
        onAgent(Report, ({ cpu }, from) => void events.push(`${from.serverName} #${from.serverNumber} cpu ${cpu}`)),
        onAgent(Custom, ({ text }, from) => {
          if (text === 'throw') throw new Error('a handler failed')
          from.reply(Ack, { msg_id: text })
        }),
      ),
      on: [
        listen(agentOnline, () => void events.push('online')),
        listen(agentOffline, () => void events.push('offline')),
      ],
    }),
  })

const isOffline = (id: string) => !world.kernel.service(agents).isOnline(id)
const frameStats = () => world.kernel.service(agents).frameStats()

describe('/api/agent/ws', () => {
  it('sends welcome and ack, and stores and broadcasts what the agent reports', async () => {
    world = await makeWorld()
    const { id, token } = await world.claimed('a')
    const browser = await world.browser()
    await browser.next('full_sync')
    const agent = await world.agent(token)
    expect(await agent.next('welcome')).toEqual({
      type: 'welcome',
      server_id: id,
      protocol_version: 6,
      report_interval: 3,
      capabilities: null,
      server_time: world.kernel.clock.now(),
      stream_window: streamWindow,
      binary_frames: true,
    })
    expect(await browser.next('server_online')).toEqual({ type: 'server_online', server_id: id })
    agent.send({
      ...systemInfo,
      // and a bit of a plugin that the server does not know
      agent_local_capabilities: 4095 + 2 ** 30,
      temporary: [{ cap: 'exec', granted_at: 1, expires_at: 2 }],
    })
    expect(await agent.next('ack')).toEqual({ type: 'ack', msg_id: 'm-1' })
    expect(await browser.next('server_ip_changed')).toMatchObject({ old_ipv4: null, new_ipv4: '198.51.100.7' })
    expect(await browser.next('capabilities_changed')).toMatchObject({
      server_id: id,
      capabilities: 4095,
      agent_local_capabilities: 4095,
      effective_capabilities: 4095,
      temporary: [{ cap: 'exec', granted_at: 1, expires_at: 2 }],
    })
    expect(await browser.next('agent_info_updated')).toMatchObject({ protocol_version: 6, agent_version: '1.4.0' })
    expect(world.kernel.service(agents).capabilities(id)).toBe(4095)

    agent.socket.close()
    expect(await browser.next('server_offline')).toEqual({ type: 'server_offline', server_id: id })
    expect((await world.admin('GET', `/api/servers/${id}`)).data).toMatchObject({
      capabilities: 4095,
      agent_local_capabilities: null,
      temporary: [],
    })
    expect(world.kernel.service(agents).capabilities(id)).toBe(4095)
  })

  it('also accepts the token in the query, and rejects wrong ones with a plain 401', async () => {
    world = await makeWorld()
    const { token } = await world.claimed('a')
    const legacy = await world.agent('', `?token=${token}`)
    await legacy.next('welcome')
    for (const wrong of [newToken(), 'short', `${token}x`]) {
      expect(await (await world.agent(wrong)).refused).toEqual({ status: 401, text: 'Unauthorized' })
    }
  })

  it('accepts messages in any order, in either case and as binary frames', async () => {
    log.length = 0
    world = await makeWorld({ plugins: [neighbour()] })
    const { token } = await world.claimed('a')
    const agent = await world.welcomed(token)
    agent.send(report)
    agent.send({ ...report, type: 'Report', cpu: 8, surprise: { nested: true } })
    agent.sendRaw(Buffer.from(JSON.stringify({ ...report, cpu: 9 })))
    agent.send({ ...systemInfo, ipv6: undefined, features: undefined, protocol_version: undefined })
    await agent.next('ack')
    expect(log).toEqual(['online', 'a #1 cpu 7.25', 'a #1 cpu 8', 'a #1 cpu 9'])
    expect((await world.admin('GET', '/api/servers')).data[0]).toMatchObject({ protocol_version: 1, features: [] })
  })

  it('drops and counts invalid frames, and logs one warning without their content', async () => {
    world = await makeWorld({ plugins: [neighbour([])] })
    const { token } = await world.claimed('a')
    const agent = await world.welcomed(token)
    const secret = 'hunter2-hunter2'
    const invalidFrames = [
      '{',
      'null',
      '[]',
      '"text"',
      JSON.stringify({ no: secret }),
      JSON.stringify({ type: secret.repeat(20) }),
      JSON.stringify({ ...report, cpu: secret }),
      JSON.stringify({ ...report, cpu: Number.NaN }),
      JSON.stringify({ ...report, uptime: -1 }),
      JSON.stringify({ ...report, tcp_conn: 5.5 }),
      JSON.stringify({ ...systemInfo, features: null }),
    ]
    for (const text of invalidFrames) agent.sendRaw(text)
    agent.send({ type: 'custom_thing', text: 'still here' })
    expect(await agent.next('ack')).toMatchObject({ msg_id: 'still here' })
    expect(frameStats()).toEqual({ frames: 12, dropped: { malformed: 5, unknown: 1, invalid: 5 } })
    const warnings = () => world.kernel.logs.filter((line) => (line as { msg?: string }).msg === 'agent frame dropped')
    expect(warnings()).toHaveLength(1)
    await world.kernel.clock.advance(25_000)
    agent.send(report)
    agent.send({ type: 'custom_thing', text: 'reported' })
    await agent.next('ack')
    await world.kernel.clock.advance(20_000)
    agent.send(report)
    agent.send({ type: 'custom_thing', text: 'reported' })
    await agent.next('ack')
    await world.kernel.clock.advance(20_000)
    agent.sendRaw(JSON.stringify({ ...report, cpu: secret }))
    agent.send({ type: 'custom_thing', text: 'again' })
    await agent.next('ack')
    expect(warnings()).toHaveLength(2)
    expect(warnings()[1]).toMatchObject({ kind: 'invalid', type: 'report', path: '/cpu', unreported: 10 })
    expect(JSON.stringify(world.kernel.logs)).not.toContain('hunter2')
  })

  it('closes only the connection that sends more than 1 MiB, with 1009', async () => {
    world = await makeWorld({ plugins: [neighbour([])] })
    const a = await world.claimed('a')
    const b = await world.claimed('b')
    const [big, other] = [await world.welcomed(a.token), await world.welcomed(b.token)]
    big.sendRaw(`{"type":"x","fill":"${'x'.repeat(1024 * 1024)}"}`)
    expect((await big.closed).code).toBe(1009)
    other.send({ type: 'custom_thing', text: 'fine' })
    expect(await other.next('ack')).toMatchObject({ msg_id: 'fine' })
    const exact = await world.welcomed(a.token)
    const frame = '{"type":"custom_thing","text":"ok","fill":""}'
    exact.sendRaw(frame.replace('""}', `"${'x'.repeat(1024 * 1024 - frame.length)}"}`))
    expect(await exact.next('ack')).toMatchObject({ msg_id: 'ok' })
  })

  it('survives a handler that throws', async () => {
    world = await makeWorld({ plugins: [neighbour([])] })
    const { token } = await world.claimed('a')
    const agent = await world.welcomed(token)
    agent.send({ type: 'custom_thing', text: 'throw' })
    agent.send({ type: 'custom_thing', text: 'after' })
    expect(await agent.next('ack')).toMatchObject({ msg_id: 'after' })
    const failure = world.kernel.logs.find((line) => 'type' in line && line.type === 'custom_thing')
    expect(failure).toMatchObject({ msg: 'handling an agent message failed' })
  })

  it('keeps the newest connection of a server', async () => {
    const events: string[] = []
    world = await makeWorld({ plugins: [neighbour(events)] })
    const { id, token } = await world.claimed('a')
    const browser = await world.browser()
    await browser.next('full_sync')
    const first = await world.welcomed(token)
    const second = await world.welcomed(token)
    expect(await first.closed).toEqual({ code: 4000, reason: 'superseded' })
    second.send({ type: 'custom_thing', text: 'mine' })
    await second.next('ack')
    expect(events).toEqual(['online', 'online'])
    expect(isOffline(id)).toBe(false)
    await browser.next('server_online')
    await browser.next('server_online')
    expect(browser.received.filter(({ type }) => type === 'server_offline')).toEqual([])
  })

  it('handles no frame after the agent has been fenced', async () => {
    const events: string[] = []
    world = await makeWorld({ plugins: [neighbour(events)] })
    const { id, token } = await world.claimed('a')
    const agent = await world.welcomed(token)
    const revoked = world.admin('DELETE', `/api/servers/${id}/agent-authority`)
    agent.socket.on('close', () => events.push('closed'))
    await revoked
    const before = frameStats().frames
    agent.send(report)
    expect((await agent.closed).code).toBe(1005)
    expect(frameStats().frames).toBe(before)
    expect(events).toEqual(['online', 'offline', 'closed'])
    expect(isOffline(id)).toBe(true)
  })

  it('pings every 30 seconds, but only reports keep an agent online', async () => {
    world = await makeWorld({ plugins: [neighbour([])] })
    const { id, token } = await world.claimed('a')
    const agent = await world.welcomed(token)
    const pinged = new Promise((resolve) => agent.socket.once('ping', resolve))
    await world.kernel.clock.advance(20_000)
    agent.send(report)
    agent.send({ type: 'custom_thing', text: 'x' })
    await agent.next('ack')
    await world.kernel.clock.advance(10_000)
    await pinged
    await world.kernel.clock.advance(20_000)
    agent.send({ type: 'pong' })
    agent.send({ type: 'custom_thing', text: 'not a report' })
    await agent.next('ack')
    expect(isOffline(id)).toBe(false)
    await world.kernel.clock.advance(10_000)
    expect((await agent.closed).code).toBe(1005)
    expect(isOffline(id)).toBe(true)
  })
})

describe('facts reported by an agent', () => {
  it('are truncated, clamped and validated', async () => {
    world = await makeWorld()
    const { token } = await world.claimed('a')
    const agent = await world.welcomed(token)
    agent.send({
      ...systemInfo,
      cpu_name: 'x'.repeat(5000),
      mem_total: -5,
      disk_total: 1e300,
      ipv4: '<script>',
      ipv6: '::1',
      virtualization: '',
      features: Array(100).fill('y'.repeat(100)),
    })
    await agent.next('ack')
    const { data } = await world.admin('GET', '/api/servers')
    expect(data[0]).toMatchObject({
      cpu_name: 'x'.repeat(256),
      mem_total: 0,
      disk_total: Number.MAX_SAFE_INTEGER,
      ipv4: null,
      ipv6: '::1',
      virtualization: null,
      features: ['y'.repeat(64)],
    })
  })

  it('cannot flood the audit log or contain unknown capabilities', async () => {
    world = await makeWorld()
    const { token } = await world.claimed('a')
    const agent = await world.welcomed(token)
    const change = (cap: string) => ({ cap, action: 'granted', expires_at: 9 })
    const flood = [change('nonsense'), ...Array.from({ length: 500 }, () => change('exec'))]
    for (let i = 0; i < 5; i++)
      agent.send({ type: 'capabilities_changed', msg_id: 'c', capabilities: 2, changes: flood })
    agent.send(systemInfo)
    await agent.next('ack')
    agent.send({ type: 'ip_changed', ipv4: '198.51.100.8', ipv6: null })
    agent.send({ ...systemInfo, ipv4: '198.51.100.8', msg_id: 'm-2' })
    await agent.next('ack')
    // Each kind has its own limit.
    expect(world.audited.map(({ action }) => action)).toEqual([
      ...Array(60).fill('capability_temporarily_granted'),
      'agent_rows_dropped',
      'ip_changed',
    ])
    expect(world.audited[60]).toMatchObject({ userId: 'system', detail: { kind: 'capabilities', most_per_hour: 60 } })
    expect(JSON.stringify(world.audited)).not.toContain('nonsense')
  })

  it('are stored and audited in the same transaction', async () => {
    world = await makeWorld()
    const { token } = await world.claimed('a')
    const isInTransaction: boolean[] = []
    world.audited.push = () => isInTransaction.push(world.kernel.database.inTransaction)
    const agent = await world.welcomed(token)
    agent.send(systemInfo)
    agent.send({ ...systemInfo, ipv4: '198.51.100.8' })
    agent.send({ type: 'ip_changed', ipv4: '198.51.100.9' })
    const changes = [{ cap: 'exec', action: 'granted', expires_at: 1 }]
    agent.send({ type: 'capabilities_changed', msg_id: 'm', capabilities: 2, changes })
    agent.send(systemInfo)
    for (let acks = 0; acks < 3; acks += 1) await agent.next('ack')
    expect(isInTransaction).toEqual([true, true, true, true])
  })

  it('are audited when an address or a temporary grant changes', async () => {
    world = await makeWorld()
    const { id, token } = await world.claimed('a')
    const agent = await world.welcomed(token)
    agent.send(systemInfo)
    await agent.next('ack')
    expect(world.audited).toEqual([])
    agent.send({ type: 'ip_changed', ipv4: '198.51.100.8', ipv6: null })
    agent.send({
      type: 'capabilities_changed',
      msg_id: 'c',
      capabilities: 1854,
      temporary: [{ cap: 'exec', granted_at: 1, expires_at: 9 }],
      changes: [{ cap: 'exec', action: 'granted', expires_at: 9, granted_by: 'root' }],
    })
    agent.send({ type: 'features_update', features: [] })
    agent.send({ ...systemInfo, msg_id: 'm-2', ipv4: '198.51.100.8', agent_local_capabilities: null })
    await agent.next('ack')
    expect(world.audited).toEqual([
      {
        userId: 'system',
        action: 'ip_changed',
        detail: { server_id: id, changes: { ipv4: { from: '198.51.100.7', to: '198.51.100.8' } } },
      },
      {
        userId: 'system',
        action: 'capability_temporarily_granted',
        detail: { server_id: id, cap: 'exec', expires_at: 9, granted_by: 'root', reason: null },
      },
    ])
    const { data } = await world.admin('GET', `/api/servers/${id}`)
    expect(data).toMatchObject({ capabilities: 1854, effective_capabilities: 1854, ipv4: '198.51.100.8' })
  })
})
