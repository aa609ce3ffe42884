import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { createTestAgent, type TestAgent } from '@svc/agent/testing'
import { NetworkProbeResults, NetworkProbeSync, PingResult, PingTasksSync } from '@svc/plugin-probes/wire'
import { dropRawSockets } from '@svc/raw-socket/testing'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { isRunning } from '../test/is-running.ts'
import { openTcp, ownAddress } from '../test/servers.ts'
import plugin from './index.ts'

const own = ownAddress()
// no mocks: those remember every call, and one test is about memory
const { random } = Math
const { now } = Date
let chance: () => number
let wall: (() => number) | undefined
let folder: string
let agent: TestAgent
let allowSockets: () => void

/** Logs its process id and arguments, then takes its time. */
const slowPing = () => `#!/bin/sh
printf '%s\\n' "$*" >> ${folder}/arguments
echo $$ >> ${folder}/pids
exec sleep 60
`
beforeEach(async () => {
  // The program is what these tests are about.
  allowSockets = await dropRawSockets()
  chance = () => 0
  wall = undefined
  folder = mkdtempSync(join(tmpdir(), 'svc-hostile-'))
  writeFileSync(join(folder, 'ping'), slowPing())
  chmodSync(join(folder, 'ping'), 0o755)
  vi.stubEnv('PATH', `${folder}${delimiter}${process.env.PATH}`)
  // rounds and tasks begin at once
  Math.random = () => chance()
  Date.now = () => wall?.() ?? now()
  const capabilities = ['ping_icmp', 'ping_tcp', 'ping_http'] as const
  agent = await createTestAgent({ plugins: [{ plugin, capabilities }], reportInterval: 60, timing: { wait: () => 10 } })
})
afterEach(async () => {
  await agent.close()
  allowSockets()
  Object.assign(Math, { random })
  Object.assign(Date, { now })
  vi.unstubAllEnvs()
  rmSync(folder, { recursive: true, force: true })
})

const linesOf = (name: string): string[] => {
  const file = join(folder, name)
  return existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n') : []
}
const running = () => linesOf('pids').map(Number).filter(isRunning)
const task = (task_id: string, target: string, more: object = {}) => ({
  ...{ task_id, probe_type: 'icmp', target, interval: 60 },
  ...more,
})

describe('targets', () => {
  const hostile = [
    ...['-f', '--help', '-I lo 10.0.0.1', `-c 1000000 ${own}`, `${own} -f`, `${own}\n-f`, `\n${own}`, `${own}\0-f`],
    ...[
      `${own};touch pwned`,
      `$(touch pwned)`,
      '`touch pwned`',
      `${own}|touch pwned`,
      `${own}&touch pwned`,
      '../../bin/sh',
    ],
    ...[
      '',
      ' ',
      '127.0.0.1',
      '::1',
      '0',
      '0x7f000001',
      '127.1',
      '169.254.169.254',
      'localhost',
      '%0a-f',
      '@-f',
      '[-f]',
    ],
    ...['-'.repeat(100_000), 'a.'.repeat(50_000), '\u202e-f', '－f', 'http://-f/'],
  ]

  it('that are options, commands or loopback are never passed to the program', async () => {
    const { server } = agent
    server.send(PingTasksSync, { tasks: hostile.map((target, n) => task(`t${n}`, target)) })
    const failed = new Set<string>()
    while (failed.size < hostile.length) {
      const { task_id, success, error } = await server.next(PingResult)
      expect([success, typeof error]).toEqual([false, 'string'])
      failed.add(task_id)
    }
    server.send(NetworkProbeSync, {
      targets: hostile.map((target, n) => ({ target_id: `n${n}`, name: target, target, probe_type: 'icmp' })),
      interval: 10,
      packet_count: 4_294_967_295,
    })
    const empty = new Set<string>()
    while (empty.size < hostile.length) {
      for (const { target_id, packet_sent } of (await server.next(NetworkProbeResults)).results) {
        expect(packet_sent).toBe(0)
        empty.add(target_id)
      }
    }
    // one that may be probed does, with nothing but the arguments of this plugin
    server.send(PingTasksSync, { tasks: [task('fine', own)] })
    await vi.waitFor(() => expect(linesOf('arguments')).toEqual([`-n -c 1 ${own}`]), 10_000)
    expect(existsSync(join(folder, 'pwned')) || existsSync('pwned')).toBe(false)
  })
})

describe('assignments', () => {
  it.each([0, 1, 1_000_000_000, 4_294_967_295])(
    'with an interval of %d seconds run once, not in a busy loop',
    async (interval) => {
      const testServer = await openTcp()
      const { server } = agent
      const target = `${own}:${testServer.port}`
      // and of those with the same id only one
      const tasks = Array.from({ length: 50 }, () => task('same', target, { probe_type: 'tcp', interval }))
      server.send(PingTasksSync, { tasks })
      await server.next(PingResult)
      await pause(500)
      expect([testServer.connections, server.queued(PingResult)]).toEqual([1, 0])
      await testServer.close()
    },
  )

  it.each([-1, 1.5, 1e300, '5', null, {}])('with an interval of %j are ignored', async (interval) => {
    const { server } = agent
    server.sendRaw(JSON.stringify({ type: PingTasksSync.type, tasks: [{ ...task('odd', own), interval }] }))
    await vi.waitFor(() => expect(agent.counts.invalid).toBe(1))
    server.sendRaw(JSON.stringify({ type: NetworkProbeSync.type, targets: [], interval, packet_count: interval }))
    await vi.waitFor(() => expect(agent.counts.invalid).toBe(2))
    expect(linesOf('arguments')).toEqual([])
  })

  it('that change constantly do not exceed the concurrency limit or leave programs running', {
    timeout: 90_000,
  }, async () => {
    const { server } = agent
    let most = 0
    for (let n = 0; n < 25; n += 1) {
      const tasks = Array.from({ length: 60 }, (_, at) => task(`${n % 2}-${at}`, own, { interval: 60 + n }))
      server.send(PingTasksSync, { tasks })
      await pause(20)
      most = Math.max(most, running().length)
    }
    await vi.waitFor(() => expect(running()).toHaveLength(32), 20_000)
    expect(most).toBeLessThanOrEqual(32)
    server.send(PingTasksSync, { tasks: [] })
    await vi.waitFor(() => expect(running()).toEqual([]), 20_000)
  })

  it('leave no program running when the agent stops', async () => {
    agent.server.send(PingTasksSync, { tasks: Array.from({ length: 60 }, (_, at) => task(`${at}`, own)) })
    await vi.waitFor(() => expect(running()).toHaveLength(32), 20_000)
    await agent.close()
    expect(running()).toEqual([])
  })

  it('release their memory when removed', { timeout: 90_000 }, async () => {
    chance = random
    setFlagsFromString('--expose-gc')
    const collect = runInNewContext('gc') as () => void
    const { server } = agent
    const settle = async (nth: number) => {
      await vi.waitFor(() => {
        const done = agent.lines.filter(({ message }) => message === 'network probes assigned').length
        expect(done).toBe(nth)
      }, 30_000)
      // Objects finalized by the first collection are freed by the second.
      for (let n = 0; n < 2; n += 1) {
        await pause(50)
        collect()
      }
      return process.memoryUsage().heapUsed
    }
    const send = (n: number, count: number) =>
      server.send(NetworkProbeSync, {
        targets: Array.from({ length: count }, (_, at) => {
          const id = `${n}-${at}`
          return { target_id: id, name: id, target: '127.0.0.1:1', probe_type: 'tcp' }
        }),
        interval: 1_000_000,
        packet_count: 10,
      })
    for (let n = 0; n < 100; n += 1) send(n, 100)
    send(100, 0)
    const before = await settle(101)
    for (let n = 101; n < 1100; n += 1) send(n, 100)
    send(1100, 0)
    const after = await settle(1101)
    expect(after - before).toBeLessThan(5 * 1024 * 1024)
  })
})

it('clock jumps do not affect the schedule', async () => {
  const testServer = await openTcp()
  const { server } = agent
  const target = `${own}:${testServer.port}`
  server.send(PingTasksSync, { tasks: [task('tcp', target, { probe_type: 'tcp', interval: 5 })] })
  await server.next(PingResult)
  for (const at of [Date.UTC(2100, 0), 0]) {
    wall = () => at
    const { time } = await server.next(PingResult)
    expect(Date.parse(time)).toBe(at)
  }
  expect([testServer.connections, server.queued(PingResult)]).toEqual([3, 0])
  await testServer.close()
})
