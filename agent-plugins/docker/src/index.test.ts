import { createTestAgent, type TestAgent } from '@svc/agent/testing'
import {
  AgentDockerEvent,
  AgentDockerInfo,
  type ContainerAction,
  DockerActionResult,
  DockerContainerAction,
  DockerContainers,
  type DockerEvent,
  DockerEventsStart,
  DockerEventsStop,
  DockerGetInfo,
  DockerImages,
  DockerInspect,
  DockerInspected,
  DockerListContainers,
  DockerListImages,
  DockerListNetworks,
  DockerListVolumes,
  DockerLog,
  DockerLogsEnd,
  DockerLogsStart,
  DockerLogsStop,
  DockerNetworks,
  DockerStartStats,
  DockerStats,
  DockerStopStats,
  DockerUnavailable,
  DockerVolumes,
  type LogEntry,
} from '@svc/plugin-docker/wire'
import { FeaturesUpdate, type Payload, SystemInfo, secretMask } from '@svc/protocol'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import plugin from './index.ts'
import { startTestDaemon, type TestDaemon } from './testing.ts'

let daemon: TestDaemon
let agent: TestAgent
beforeAll(async () => {
  daemon = await startTestDaemon()
})
afterAll(() => daemon.close())
beforeEach(async () => {
  agent = await createTestAgent({
    plugins: [{ plugin, capabilities: ['docker'] }],
    allow: ['docker'],
    config: { docker: { socket: daemon.socket } },
    reportInterval: 60,
  })
  await available()
})
afterEach(async () => {
  await agent.close()
  await daemon.restart()
  await daemon.clear()
})

/** Waits until the agent reports that it reached the daemon. */
async function available() {
  const { features } = await agent.server.next(SystemInfo)
  if (features?.length === 0) await agent.server.next(FeaturesUpdate)
}

const forever = 'while true; do sleep 1; done'
let requests = 0
const nextId = () => `request-${requests++}`

async function containers() {
  const msg_id = nextId()
  agent.server.send(DockerListContainers, { msg_id })
  return (await agent.server.next(DockerContainers)).containers
}

async function act(container_id: string, action: ContainerAction) {
  const msg_id = nextId()
  agent.server.send(DockerContainerAction, { msg_id, container_id, action })
  const { msg_id: answered, ...result } = await agent.server.next(DockerActionResult)
  expect(answered).toBe(msg_id)
  return result
}

/** Waits until a list satisfies a condition. */
const until = (condition: (list: Payload<typeof DockerContainers>['containers']) => boolean) =>
  vi.waitFor(async () => expect(condition(await containers())).toBe(true), { timeout: 20_000, interval: 100 })

describe('containers', () => {
  it('are listed with what only an inspection says', async () => {
    const labels = { 'com.docker.compose.project': 'shop', 'com.docker.compose.service': 'web' }
    const web = await daemon.run({
      name: 'web',
      script: forever,
      labels,
      options: { Healthcheck: { Test: ['CMD', 'true'], Interval: 1e8 } },
      host: { Binds: ['/tmp:/data:ro'] },
    })
    await daemon.run({ name: 'job', script: 'exit 3' })
    await until(
      (list) => list.some(({ health }) => health === 'healthy') && list.some(({ exit_code }) => exit_code === 3),
    )
    const list = await containers()
    expect(list.find(({ name }) => name === 'web')).toEqual({
      id: web,
      name: 'web',
      image: 'bb:1',
      state: 'running',
      status: expect.stringMatching(/^Up .*\(healthy\)$/),
      created: expect.any(Number),
      ports: [],
      labels,
      image_id: expect.stringMatching(/^sha256:[0-9a-f]{64}$/),
      image_digest: null,
      health: 'healthy',
      restarts: 0,
      started_at: expect.any(Number),
      finished_at: null,
      exit_code: null,
      oom_killed: false,
      error: null,
      mounts: [{ type: 'bind', source: '/tmp', destination: '/data', writable: false }],
      networks: ['none'],
    })
    expect(list.find(({ name }) => name === 'job')).toMatchObject({
      state: 'exited',
      exit_code: 3,
      health: null,
      finished_at: expect.any(Number),
    })
  })

  it('that crash say how often they were restarted', async () => {
    await daemon.run({
      name: 'crash',
      script: 'sleep 0.1; exit 1',
      host: { RestartPolicy: { Name: 'on-failure', MaximumRetryCount: 2 } },
    })
    await until(([crash]) => crash?.restarts === 2 && crash.state === 'exited')
  })
})

describe('statistics', () => {
  it('are sent while requested, with the CPU usage since the sample before', async () => {
    const busy = await daemon.run({ name: 'busy', script: 'while true; do :; done', host: { NanoCpus: 25e7 } })
    await daemon.run({ name: 'idle', script: forever, host: { Memory: 64 * 2 ** 20 } })
    await daemon.run({ name: 'stopped', script: 'true' })
    agent.server.send(DockerStartStats, { interval_secs: 1 })
    expect((await agent.server.next(DockerContainers)).containers.map(({ name }) => name).sort()).toEqual([
      'busy',
      'idle',
      'stopped',
    ])
    await agent.server.next(DockerStats)
    // On a busy machine, a second may pass without a turn for the container.
    const stats = await vi.waitFor(async () => {
      const { stats } = await agent.server.next(DockerStats)
      expect(stats.find(({ name }) => name === 'busy')?.cpu_percent).toBeGreaterThan(1)
      return stats
    })
    expect(stats.map(({ name }) => name).sort()).toEqual(['busy', 'idle'])
    const of = (name: string) => stats.find((one) => one.name === name)
    expect(of('busy')?.id).toBe(busy)
    expect(of('idle')?.cpu_percent).toBeLessThan(10)
    expect(of('busy')?.cpu_percent).toBeLessThan(45)
    expect(of('idle')).toMatchObject({ memory_limit: 64 * 2 ** 20, network_rx: 0, pids: expect.any(Number) })
    expect(of('idle')?.memory_usage).toBeGreaterThan(10_000)
    const logged = (message: string) => agent.lines.filter((line) => line.message === message).length
    agent.server.send(DockerStopStats, {})
    await vi.waitFor(() => expect(logged('stopped sending containers')).toBe(1))
    expect(logged('started sending containers')).toBe(1)
  })
})

describe('actions', () => {
  it('start, pause, continue, kill, restart, stop and remove a container', async () => {
    const id = await daemon.run({ name: 'web', script: `trap 'exit 0' TERM; ${forever}` })
    // The daemon hears from its runtime what an action changed, which may be after it answered.
    const untilState = (state: string) => until(([one]) => one?.state === state)
    const done = { success: true, error: null, code: null }
    expect(await act(id, 'Pause')).toMatchObject(done)
    await untilState('paused')
    expect(await act('web', 'Unpause')).toMatchObject(done)
    await untilState('running')
    expect(await act(id, { Kill: { signal: 'KILL' } })).toMatchObject(done)
    await until(([one]) => one?.exit_code === 137)
    expect(await act(id, 'Start')).toMatchObject(done)
    expect(await act(id, 'Start')).toMatchObject(done)
    await untilState('running')
    expect(await act(id, { Restart: { timeout: 1 } })).toMatchObject(done)
    await untilState('running')
    expect(await act(id, { Stop: { timeout: 5 } })).toMatchObject(done)
    await untilState('exited')
    expect(await act(id, { Remove: { force: false, volumes: true } })).toMatchObject(done)
    expect(await containers()).toEqual([])
  })

  it('report what the daemon refuses', async () => {
    const id = await daemon.run({ name: 'web', script: forever })
    const refused = (code: string, text: string) => ({ success: false, code, error: expect.stringContaining(text) })
    expect(await act('none', 'Start')).toEqual({
      ...refused('not_found', 'No such container: none'),
      type: expect.any(String),
    })
    expect(await act(id, { Remove: { force: false } })).toMatchObject(
      refused('conflict', 'You cannot remove a running'),
    )
    expect(await act(id, { Remove: { force: true } })).toMatchObject({ success: true })
  })

  it('do not reach the daemon as another call', async () => {
    agent.server.send(DockerContainerAction, {
      msg_id: '1',
      container_id: '..%2F..%2Fvolumes%2Fprune%3F',
      action: 'Start',
    })
    await vi.waitFor(() => expect(agent.counts.invalid).toBe(1))
  })

  it('do not wait for one that takes long', async () => {
    await daemon.run({ name: 'slow', script: `trap '' TERM; ${forever}` })
    await daemon.run({ name: 'quick', script: forever })
    agent.server.send(DockerContainerAction, { msg_id: 's', container_id: 'slow', action: { Stop: { timeout: 3 } } })
    agent.server.send(DockerContainerAction, { msg_id: 'q', container_id: 'quick', action: 'Pause' })
    expect((await agent.server.next(DockerActionResult)).msg_id).toBe('q')
    agent.server.send(DockerContainerAction, { msg_id: 'u', container_id: 'quick', action: 'Unpause' })
    expect((await agent.server.next(DockerActionResult)).msg_id).toBe('u')
    expect(await agent.server.next(DockerActionResult)).toMatchObject({ msg_id: 's', success: true })
  })
})

describe('requests', () => {
  it('tell the version and the numbers of containers', async () => {
    await daemon.run({ name: 'web', script: forever })
    agent.server.send(DockerGetInfo, { msg_id: '1' })
    const { info } = await agent.server.next(AgentDockerInfo)
    expect(info).toMatchObject({ containers_running: 1, containers_paused: 0, containers_stopped: 0, images: 1 })
    expect(info.docker_version).toMatch(/^\d+\.\d+/)
    expect(info.api_version).toMatch(/^1\.\d+$/)
    expect(info.memory_total).toBeGreaterThan(2 ** 20)
  })

  it('list networks with their containers, volumes and images', async () => {
    const id = await daemon.run({ name: 'web', script: forever, host: { Binds: ['files:/data'] } })
    agent.server.send(DockerListNetworks, { msg_id: '1' })
    const { networks } = await agent.server.next(DockerNetworks)
    expect(networks.find(({ name }) => name === 'none')).toMatchObject({ driver: 'null', containers: { [id]: 'web' } })
    agent.server.send(DockerListVolumes, { msg_id: '2' })
    const { volumes } = await agent.server.next(DockerVolumes)
    expect(volumes).toMatchObject([{ name: 'files', driver: 'local', created_at: expect.stringContaining('T') }])
    agent.server.send(DockerListImages, { msg_id: '3' })
    const { images } = await agent.server.next(DockerImages)
    expect(images).toMatchObject([{ tags: ['bb:1'], digests: [], containers: 1, size: expect.any(Number) }])
    await daemon.clear()
    await daemon.call('DELETE', '/volumes/files')
  })

  it('inspect a container without its secrets, unless they are asked for', async () => {
    await daemon.run({ name: 'web', script: `PASSWORD=hunter2; ${forever}`, env: ['TOKEN=hunter2'] })
    agent.server.send(DockerInspect, { msg_id: '1', container_id: 'web', reveal: false })
    const masked = await agent.server.next(DockerInspected)
    expect(masked.container).toMatchObject({
      Name: '/web',
      Config: { Env: expect.arrayContaining([`TOKEN=${secretMask}`]) },
    })
    expect(JSON.stringify(masked)).not.toContain('hunter2')
    agent.server.send(DockerInspect, { msg_id: '2', container_id: 'web', reveal: true })
    const { container } = await agent.server.next(DockerInspected)
    expect(container).toMatchObject({ Config: { Env: expect.arrayContaining(['TOKEN=hunter2']) } })
    agent.server.send(DockerInspect, { msg_id: '3', container_id: 'none', reveal: false })
    expect(await agent.server.next(DockerUnavailable)).toMatchObject({ msg_id: '3', code: 'not_found' })
  })
})

describe('events', () => {
  const start = (since?: number) => agent.server.send(DockerEventsStart, { since: since ?? null })
  const next = async () => (await agent.server.next(AgentDockerEvent)).event
  async function nextOf(action: string, name: string): Promise<DockerEvent> {
    for (;;) {
      const event = await next()
      if (event.action === action && event.actor_name === name) return event
    }
  }

  it('are sent as they happen, and those of the time before', async () => {
    const before = Math.floor(Date.now() / 1000)
    await daemon.run({ name: 'first', script: forever, labels: { tier: 'web', password: 'hunter2' } })
    start(before)
    expect(await nextOf('start', 'first')).toMatchObject({
      event_type: 'container',
      actor_name: 'first',
      attributes: { image: 'bb:1', tier: 'web', password: secretMask },
    })
    const id = await daemon.run({ name: 'second', script: 'exit 2' })
    const died = await nextOf('die', 'second')
    expect(died).toMatchObject({ actor_id: id, actor_name: 'second', attributes: { exitCode: '2' } })
    expect(died.timestamp).toBeGreaterThanOrEqual(before)
    agent.server.send(DockerEventsStop, {})
  })

  it('continue after the daemon was killed, without repetition', async () => {
    start()
    await daemon.run({ name: 'first', script: 'true' })
    await nextOf('die', 'first')
    await daemon.kill()
    expect(await agent.server.next(FeaturesUpdate)).toMatchObject({ features: [] })
    expect((await agent.server.next(DockerUnavailable)).error).toContain(daemon.socket)
    await daemon.restart()
    expect(await agent.server.next(FeaturesUpdate)).toMatchObject({ features: ['docker', 'docker_extras'] })
    await daemon.run({ name: 'second', script: 'true' })
    const names = []
    while (names.at(-1) !== 'second') names.push((await next()).actor_name)
    expect(names).not.toContain('first')
  })
})

describe('logs', () => {
  const open = (session_id: string, more: Partial<Payload<typeof DockerLogsStart>> = {}) =>
    agent.server.send(DockerLogsStart, { session_id, container_id: 'web', follow: false, ...more })
  /** Reads a log to its end. */
  async function read(session_id: string, more: Partial<Payload<typeof DockerLogsStart>> = {}): Promise<LogEntry[]> {
    open(session_id, more)
    const { error } = await agent.server.next(DockerLogsEnd)
    expect(error ?? null).toBe(null)
    const entries: LogEntry[] = []
    while (agent.server.queued(DockerLog) > 0) entries.push(...(await agent.server.next(DockerLog)).entries)
    return entries
  }
  const finished = (name: string) => until((list) => list.find((one) => one.name === name)?.state === 'exited')

  it('keep output and errors apart, with times', async () => {
    await daemon.run({ name: 'web', script: 'echo one; sleep 0.1; echo zwei ü 三 >&2; sleep 0.1; printf three' })
    await finished('web')
    const entries = await read('a')
    expect(entries.map(({ stream, message }) => [stream, message])).toEqual([
      ['stdout', 'one\n'],
      ['stderr', 'zwei ü 三\n'],
      ['stdout', 'three'],
    ])
    expect(entries[0]?.timestamp).toMatch(/^\d{4}-\d\d-\d\dT[\d:]+\.\d{9}Z$/)
    const since = entries[0]?.timestamp
    expect((await read('b', { since })).map(({ message }) => message)).toEqual(['zwei ü 三\n', 'three'])
    expect((await read('c', { tail: 1 })).map(({ message }) => message)).toEqual(['three'])
  })

  it('of a terminal are one stream', async () => {
    await daemon.run({ name: 'web', tty: true, script: 'echo one; echo two >&2' })
    await finished('web')
    expect((await read('a')).map(({ stream, message }) => [stream, message])).toEqual([
      ['console', 'one\r\n'],
      ['console', 'two\r\n'],
    ])
  })

  it('join the parts of a long line, and cut it', async () => {
    await daemon.run({
      name: 'web',
      script: 'head -c 40000 /dev/zero | tr "\\0" x; echo; head -c 300000 /dev/zero | tr "\\0" z; echo',
    })
    await finished('web')
    const [first, second, ...rest] = await read('a')
    expect(rest).toEqual([])
    expect(first?.message === `${'x'.repeat(40_000)}\n`).toBe(true)
    // with its timestamp
    const shownBytes = 65_536 - 31
    expect(second?.message.replaceAll('z', '')).toBe(`… [${300_001 - shownBytes} bytes omitted]\n`)
    expect(second?.message.lastIndexOf('z')).toBe(shownBytes - 1)
  })

  it('are followed', async () => {
    await daemon.run({ name: 'web', script: 'n=0; while true; do echo $n; n=$((n+1)); sleep 0.05; done' })
    open('a', { follow: true, tail: 0 })
    const { entries } = await agent.server.next(DockerLog)
    expect(entries[0]?.message).toMatch(/^\d+\n$/)
    await agent.server.next(DockerLog)
    agent.server.send(DockerLogsStop, { session_id: 'a' })
  })

  it('end when the container is removed, and with the reason for an unknown one', async () => {
    const id = await daemon.run({ name: 'web', script: 'echo one; while true; do sleep 1; done' })
    open('a', { follow: true })
    await agent.server.next(DockerLog)
    await act(id, { Remove: { force: true } })
    expect(await agent.server.next(DockerLogsEnd)).toMatchObject({ session_id: 'a' })
    open('b', { container_id: 'none' })
    expect(await agent.server.next(DockerLogsEnd)).toMatchObject({
      session_id: 'b',
      code: 'not_found',
      error: expect.stringContaining('No such container'),
    })
  })
})
