import { once } from 'node:events'
import { createTestAgent, type TestAgent } from '@svc/agent/testing'
import {
  DockerContainers,
  DockerEventsStart,
  DockerListContainers,
  DockerLog,
  DockerLogsEnd,
  DockerLogsStart,
  DockerLogsStop,
  DockerStartStats,
  DockerUnavailable,
} from '@svc/plugin-docker/wire'
import { FeaturesUpdate, Report, StreamCredit, SystemInfo } from '@svc/protocol'
import { afterEach, expect, it, vi } from 'vitest'
import { type Answers, type FakeDaemon, startFakeDaemon } from '../test/fake-daemon.ts'
import { makeDockerPlugin } from './index.ts'

let fake: FakeDaemon
let agent: TestAgent
afterEach(async () => {
  await agent.close()
  await fake.close()
})

const plugin = makeDockerPlugin({ timeoutMs: 1500, callTimeoutMs: 500, retryMs: 200, firstRetryMs: 50 })

async function start(answers: Answers, streamWindow?: number) {
  fake = await startFakeDaemon(answers)
  agent = await createTestAgent({
    plugins: [{ plugin, capabilities: ['docker'] }],
    allow: ['docker'],
    config: { docker: { socket: fake.socket } },
    server: { streamWindow },
  })
  return agent
}

it('a daemon that hangs is not available, and reports are sent all the same', async () => {
  const { server } = await start({ '/version': () => {} })
  expect(await server.next(SystemInfo)).toMatchObject({ features: [] })
  server.send(DockerStartStats, { interval_secs: 1 })
  server.send(DockerEventsStart, { since: null })
  server.send(DockerListContainers, { msg_id: '1' })
  await server.next(Report)
  await server.next(Report)
  const reason = `${fake.socket}: the daemon did not answer within 1.5 s`
  const refused = { error: reason, code: 'unavailable' }
  // the viewer is told, and so is the request; whether the viewer is told again depends on when it came
  const answers = [await server.next(DockerUnavailable), await server.next(DockerUnavailable)]
  while (!answers.some(({ msg_id }) => msg_id === '1')) answers.push(await server.next(DockerUnavailable))
  expect(answers).toContainEqual(expect.objectContaining({ ...refused, msg_id: '1' }))
  expect(answers).toContainEqual({ type: DockerUnavailable.type, ...refused })
  expect(server.queued(FeaturesUpdate)).toBe(0)
})

it('a daemon that hangs later is lost, and found when it answers again', async () => {
  const version = { ApiVersion: '1.41' }
  const { server } = await start({ '/version': version, '/containers/json': () => {} })
  await vi.waitFor(() => expect(agent.lines.map(({ message }) => message)).toContain('the Docker daemon is available'))
  fake.put('/version', () => {})
  server.send(DockerListContainers, { msg_id: '1' })
  await server.next(Report)
  await vi.waitFor(() => expect(server.queued(DockerUnavailable)).toBe(2), { timeout: 30_000 })
  fake.put('/version', version)
  fake.put('/containers/json', [])
  await vi.waitFor(() => expect(server.queued(FeaturesUpdate)).toBeGreaterThanOrEqual(2), { timeout: 20_000 })
  server.send(DockerListContainers, { msg_id: '2' })
  expect(await server.next(DockerContainers)).toMatchObject({ msg_id: '2', containers: [] })
})

it('lines that come faster than the server takes them are dropped and counted, with bounded memory', async () => {
  const line = Buffer.from(`2126-11-23T15:52:27.791683310Z ${'x'.repeat(60)}\n`)
  const frame = Buffer.concat([Buffer.from([1, 0, 0, 0, 0, 0, 0, line.length]), line])
  const chunk = Buffer.concat(Array(500).fill(frame))
  const chunks = 400
  const written = Promise.withResolvers<void>()
  const answers: Answers = {
    '/containers/web/json': { Config: { Tty: false } },
    '/containers/web/logs': async (_, response) => {
      for (let n = 0; n < chunks; n++) if (!response.write(chunk)) await once(response, 'drain')
      response.end()
      written.resolve()
    },
  }
  const { server } = await start(answers, 64 * 1024)
  server.send(DockerLogsStart, { session_id: 'a', container_id: 'web', follow: true })
  await written.promise
  await vi.waitFor(() => expect(server.queued(DockerLog)).toBeGreaterThan(1))
  server.send(StreamCredit, { id: 'a', bytes: 100_000_000 })
  await server.next(DockerLogsEnd)
  let lines = 0
  let dropped = 0
  while (server.queued(DockerLog) > 0) {
    const { entries, dropped: missing } = await server.next(DockerLog)
    lines += entries.length
    dropped += missing ?? 0
  }
  expect(lines + dropped).toBe(chunks * 500)
  // what fits into the window of the stream, and what may wait
  expect(lines).toBeGreaterThanOrEqual(5000)
  expect(lines).toBeLessThan(10_000)
})

it('logs of the past are read completely, however slow the server is', async () => {
  const line = Buffer.from(`2020-11-23T15:52:27.791683310Z ${'x'.repeat(60)}\n`)
  const frame = Buffer.concat([Buffer.from([1, 0, 0, 0, 0, 0, 0, line.length]), line])
  const { server } = await start({
    '/containers/web/json': { Config: { Tty: false } },
    '/containers/web/logs': (_, response) => void response.end(Buffer.concat(Array(20_000).fill(frame))),
  })
  server.send(DockerLogsStart, { session_id: 'a', container_id: 'web', follow: true, tail: 20_000 })
  await server.next(DockerLogsEnd, 60_000)
  let lines = 0
  while (server.queued(DockerLog) > 0) {
    const { entries, dropped } = await server.next(DockerLog)
    expect(dropped).toBeUndefined()
    lines += entries.length
  }
  expect(lines).toBe(20_000)
})

it.each<[string, () => void]>([
  ['the viewer leaves', () => agent.server.send(DockerLogsStop, { session_id: 'a' })],
  ['the connection ends', () => agent.server.drop()],
])('reading a log ends when %s', async (_, leave) => {
  const closed = Promise.withResolvers<void>()
  const { server } = await start({
    '/containers/web/json': { Config: { Tty: true } },
    '/containers/web/logs': (_, response) => {
      response.on('close', closed.resolve)
      response.write('one\n')
    },
  })
  server.send(DockerLogsStart, { session_id: 'a', container_id: 'web', follow: true })
  await server.next(DockerLog)
  leave()
  await closed.promise
})

it('a log ends with a reason when the daemon breaks off', async () => {
  const { server } = await start({
    '/containers/web/json': { Config: { Tty: true } },
    '/containers/web/logs': (_, response) => {
      response.write('one\n')
      setTimeout(() => response.socket?.destroy(), 50)
    },
  })
  server.send(DockerLogsStart, { session_id: 'a', container_id: 'web', follow: true })
  expect(await server.next(DockerLog)).toMatchObject({ entries: [{ stream: 'console', message: 'one\n' }] })
  expect(await server.next(DockerLogsEnd)).toMatchObject({
    session_id: 'a',
    code: 'unavailable',
    error: 'the connection to the daemon ended',
  })
})

it('a time that is none is refused', async () => {
  const { server } = await start({})
  server.send(DockerLogsStart, { session_id: 'a', container_id: 'web', follow: true, since: 'yesterday' })
  expect(await server.next(DockerLogsEnd)).toMatchObject({ code: 'invalid', error: expect.stringContaining('since') })
})
