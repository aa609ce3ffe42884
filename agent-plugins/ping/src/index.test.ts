import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { createTestAgent, type TestAgent } from '@svc/agent/testing'
import {
  type NetworkProbeResult,
  NetworkProbeResults,
  NetworkProbeSync,
  PingResult,
  PingTasksSync,
} from '@svc/plugin-probes/wire'
import { SystemInfo } from '@svc/protocol'
import { withoutRawSockets } from '@svc/raw-socket/testing'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { openHttp, openTcp, ownAddress, type TestServer } from '../test/servers.ts'
import plugin from './index.ts'

const own = ownAddress()
const capabilities = ['ping_icmp', 'ping_tcp', 'ping_http'] as const
let agent: TestAgent
let tcp: TestServer
let web: TestServer
beforeEach(async () => {
  tcp = await openTcp()
  web = await openHttp((_, response) => void response.end('fine'))
  // Rounds and tasks begin at once.
  vi.spyOn(Math, 'random').mockReturnValue(0)
})
afterEach(async () => {
  vi.restoreAllMocks()
  vi.unstubAllEnvs()
  await agent.close()
  await tcp.close()
  await web.close()
})

const start = async (deny: (typeof capabilities)[number][] = []) => {
  agent = await createTestAgent({ plugins: [{ plugin, capabilities }], deny, reportInterval: 60 })
  return agent.server
}
const task = (task_id: string, probe_type: string, target: string, interval = 60) => ({
  task_id,
  probe_type,
  target,
  interval,
})
const target = (target_id: string, probe_type: string, to: string) => ({
  target_id,
  name: target_id,
  probe_type,
  target: to,
})
const assigned = (what: string) => agent.lines.filter(({ message }) => message === `${what} assigned`).length

describe('ping tasks', () => {
  const all = () => [
    task('icmp', 'icmp', own),
    task('tcp', 'tcp', `${own}:${tcp.port}`),
    task('http', 'http', `http://${own}:${web.port}/`),
    task('unknown', 'carrier-pigeon', own),
    task('inherited', 'constructor', own),
  ]

  it('run soon after assignment, by type, and repeat', async () => {
    const server = await start()
    expect(await server.next(SystemInfo)).toMatchObject({ agent_local_capabilities: 8 + 16 + 32 })
    server.send(PingTasksSync, { tasks: all() })
    const results = [await server.next(PingResult), await server.next(PingResult), await server.next(PingResult)]
    expect(results.map(({ task_id }) => task_id).sort()).toEqual(['http', 'icmp', 'tcp'])
    for (const { success, latency, error, time } of results) {
      expect([success, error, latency > 0]).toEqual([true, null, true])
      expect(time).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/)
    }
    // Less than five seconds is five.
    server.send(PingTasksSync, { tasks: [task('again', 'tcp', `${own}:${tcp.port}`, 0)] })
    await server.next(PingResult)
    await server.next(PingResult)
  })

  it('continue when assigned again and stop when removed', async () => {
    const server = await start()
    server.send(PingTasksSync, { tasks: all() })
    for (let count = 0; count < 3; count += 1) await server.next(PingResult)
    server.send(PingTasksSync, { tasks: [...all(), task('more', 'tcp', `${own}:${tcp.port}`)] })
    expect(await server.next(PingResult)).toMatchObject({ task_id: 'more' })
    server.send(PingTasksSync, { tasks: [task('tcp', 'http', `http://${own}:${web.port}/`)] })
    expect(await server.next(PingResult)).toMatchObject({ task_id: 'tcp' })
    server.send(PingTasksSync, { tasks: [] })
    await vi.waitFor(() => expect(assigned('ping tasks')).toBe(4))
    expect([tcp.connections, web.connections, server.queued(PingResult)]).toEqual([2, 2, 0])
  })

  it('report their errors', async () => {
    const server = await start()
    server.send(PingTasksSync, { tasks: [task('inside', 'tcp', '127.0.0.1:22')] })
    expect(await server.next(PingResult)).toMatchObject({
      success: false,
      latency: 0,
      error: 'the target must not be a loopback, link-local or cloud metadata address',
    })
  })

  it('do not run for denied types', async () => {
    const server = await start(['ping_tcp'])
    expect(await server.next(SystemInfo)).toMatchObject({ agent_local_capabilities: 8 + 32 })
    server.send(PingTasksSync, { tasks: all() })
    const done = [await server.next(PingResult), await server.next(PingResult)]
    expect(done.map(({ task_id }) => task_id).sort()).toEqual(['http', 'icmp'])
    expect([tcp.connections, server.queued(PingResult)]).toEqual([0, 0])
  })

  it('over ICMP say why they cannot run, and network probes say nothing about their target', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'svc-ping-'))
    writeFileSync(join(folder, 'ping'), '#!/bin/sh\necho "ping: permission denied (are you root?)" >&2; exit 1\n')
    chmodSync(join(folder, 'ping'), 0o755)
    vi.stubEnv('PATH', `${folder}${delimiter}${process.env.PATH}`)
    const server = await start()
    await withoutRawSockets(async () => {
      server.send(NetworkProbeSync, { targets: [target('echo', 'icmp', own)], interval: 60, packet_count: 1 })
      server.send(PingTasksSync, { tasks: [task('icmp', 'icmp', own, 5)] })
      expect(await server.next(PingResult)).toMatchObject({
        task_id: 'icmp',
        success: false,
        error: 'ping is not permitted: permission denied (are you root?)',
      })
    })
    // The privilege is there now: no restart is needed.
    await expect.poll(async () => (await server.next(PingResult)).success).toBe(true)
    expect(server.queued(NetworkProbeResults)).toBe(0)
    expect(agent.lines.filter(({ level }) => level === 'warn')).toHaveLength(1)
    rmSync(folder, { recursive: true })
  })

  it('are not subscribed to if every type is denied', async () => {
    const server = await start([...capabilities])
    server.send(PingTasksSync, { tasks: all() })
    await vi.waitFor(() => expect(agent.counts.unknown).toBeGreaterThan(0))
    expect(assigned('ping tasks')).toBe(0)
  })

  it('are limited in number', async () => {
    const server = await start()
    const many = Array.from({ length: 1200 }, (_, index) => task(`${index}`, 'tcp', '127.0.0.1', 4_294_967_295))
    server.send(PingTasksSync, { tasks: many })
    await vi.waitFor(() => expect(server.queued(PingResult)).toBe(1000), 10_000)
    expect(agent.lines.some(({ message }) => message.startsWith('too many ping tasks'))).toBe(true)
  })
})

describe('network probes', () => {
  const sync = (targets: ReturnType<typeof target>[], more = {}) => ({
    targets,
    interval: 60,
    packet_count: 2,
    ...more,
  })

  it('are sent in rounds', async () => {
    const server = await start()
    server.send(
      NetworkProbeSync,
      sync([
        target('near', 'tcp', `${own}:${tcp.port}`),
        target('web', 'http', `${own}:${web.port}`),
        target('odd', 'x', own),
      ]),
    )
    const results: NetworkProbeResult[] = []
    while (results.length < 2) results.push(...(await server.next(NetworkProbeResults)).results)
    expect(results.map(({ target_id }) => target_id).sort()).toEqual(['near', 'web'])
    expect(results[0]).toMatchObject({ packet_sent: 2, packet_received: 2, packet_loss: 0 })
    server.send(NetworkProbeSync, sync([target('echo', 'icmp', own)], { packet_count: 0 }))
    expect((await server.next(NetworkProbeResults)).results).toMatchObject([{ target_id: 'echo', packet_sent: 1 }])
    expect([tcp.connections, web.connections]).toEqual([2, 2])
  })

  it('restart only if a relevant setting changed', async () => {
    const server = await start()
    const near = target('near', 'tcp', `${own}:${tcp.port}`)
    server.send(NetworkProbeSync, sync([near]))
    await server.next(NetworkProbeResults)
    server.send(NetworkProbeSync, sync([{ ...near, name: 'renamed' }, target('web', 'http', `${own}:${web.port}`)]))
    expect((await server.next(NetworkProbeResults)).results).toMatchObject([{ target_id: 'web' }])
    server.send(NetworkProbeSync, sync([near], { packet_count: 3 }))
    expect((await server.next(NetworkProbeResults)).results).toMatchObject([{ target_id: 'near', packet_sent: 3 }])
  })

  it('continue while disconnected and send their results on reconnect', async () => {
    const server = await start()
    let isGone = false
    await web.close()
    web = await openHttp((_, response) => {
      if (!isGone) server.drop()
      isGone = true
      setTimeout(() => response.end(), 200)
    })
    server.send(NetworkProbeSync, sync([target('web', 'http', `${own}:${web.port}`)], { packet_count: 1 }))
    await server.connection(2)
    expect((await server.next(NetworkProbeResults)).results).toMatchObject([{ target_id: 'web', packet_received: 1 }])
  })
})

it('stops everything when the agent stops', async () => {
  const server = await start()
  server.send(NetworkProbeSync, { targets: [target('echo', 'icmp', own)], interval: 600, packet_count: 20 })
  server.send(PingTasksSync, { tasks: [task('tcp', 'tcp', `${own}:${tcp.port}`)] })
  await server.next(PingResult)
  await agent.close()
  const { connections } = tcp
  await new Promise((resolve) => setTimeout(resolve, 100))
  expect([tcp.connections, server.queued(NetworkProbeResults)]).toEqual([connections, 0])
  expect(agent.lines.filter(({ level }) => level === 'error')).toEqual([])
})
