import { createTestAgent, type TestAgent } from '@svc/agent/testing'
import {
  AgentDockerEvent,
  AgentDockerInfo,
  DockerActionResult,
  DockerContainerAction,
  DockerContainers,
  DockerEventsStart,
  DockerGetInfo,
  DockerInspect,
  DockerInspected,
  DockerListContainers,
  DockerLog,
  DockerLogsEnd,
  DockerLogsStart,
  DockerStartStats,
  DockerStats,
} from '@svc/plugin-docker/wire'
import { secretMask } from '@svc/protocol'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import plugin from './index.ts'
import { startTestDaemon, type TestDaemon } from './testing.ts'

let podman: TestDaemon
let agent: TestAgent
let busy: string
beforeAll(async () => {
  podman = await startTestDaemon('podman')
  busy = await podman.run({
    name: 'busy',
    script: 'echo one; echo two >&2; while true; do :; done',
    // so that what is beside it has its turns
    host: { NanoCpus: 25e7 },
    labels: { tier: 'web' },
    env: ['TOKEN=hunter2'],
  })
  agent = await createTestAgent({
    plugins: [{ plugin, capabilities: ['docker'] }],
    allow: ['docker'],
    config: { docker: { socket: podman.socket } },
    reportInterval: 60,
  })
})
afterAll(async () => {
  await agent?.close()
  await podman.close()
})

it('Podman tells its version and its containers', async () => {
  agent.server.send(DockerGetInfo, { msg_id: '1' })
  expect(await agent.server.next(AgentDockerInfo)).toMatchObject({
    info: { docker_version: expect.stringMatching(/^\d+\./), api_version: expect.stringMatching(/^1\./) },
  })
  agent.server.send(DockerListContainers, { msg_id: '2' })
  const { containers } = await agent.server.next(DockerContainers)
  expect(containers).toMatchObject([
    {
      id: busy,
      name: 'busy',
      image: 'docker.io/library/bb:1',
      image_digest: expect.stringMatching(/^sha256:/),
      state: 'running',
      labels: { tier: 'web' },
      health: null,
      restarts: 0,
      started_at: expect.any(Number),
      exit_code: null,
    },
  ])
})

it('its statistics are those since the sample before', async () => {
  agent.server.send(DockerStartStats, { interval_secs: 1 })
  await agent.server.next(DockerStats)
  // On a busy machine, a second may pass without a turn for the container.
  const stats = await vi.waitFor(async () => {
    const { stats } = await agent.server.next(DockerStats)
    expect(stats[0]?.cpu_percent).toBeGreaterThan(1)
    return stats
  })
  expect(stats).toMatchObject([{ id: busy, name: 'busy', pids: 1 }])
  expect(stats[0]?.cpu_percent).toBeLessThan(120)
  expect(stats[0]?.memory_usage).toBeGreaterThan(10_000)
})

it('its logs keep output and errors apart', async () => {
  agent.server.send(DockerLogsStart, { session_id: 'a', container_id: 'busy', follow: false })
  await agent.server.next(DockerLogsEnd)
  const { entries } = await agent.server.next(DockerLog)
  expect(entries).toEqual([
    { timestamp: expect.any(String), stream: 'stdout', message: 'one\n' },
    { timestamp: expect.any(String), stream: 'stderr', message: 'two\n' },
  ])
  // The times of Podman are whole seconds, so the entries of that second are sent again.
  const since = entries[0]?.timestamp
  agent.server.send(DockerLogsStart, { session_id: 'b', container_id: 'busy', follow: false, since })
  await agent.server.next(DockerLogsEnd)
  expect((await agent.server.next(DockerLog)).entries.map(({ message }) => message)).toContain('two\n')
})

it('its containers can be inspected and stopped, which is an event', async () => {
  agent.server.send(DockerInspect, { msg_id: '1', container_id: 'busy', reveal: false })
  const { container } = await agent.server.next(DockerInspected)
  expect(container).toMatchObject({ Config: { Env: expect.arrayContaining([`TOKEN=${secretMask}`]) } })
  agent.server.send(DockerEventsStart, { since: null })
  agent.server.send(DockerContainerAction, { msg_id: '2', container_id: 'none', action: 'Start' })
  expect(await agent.server.next(DockerActionResult)).toMatchObject({ success: false, code: 'not_found' })
  agent.server.send(DockerContainerAction, { msg_id: '3', container_id: 'busy', action: { Stop: { timeout: 1 } } })
  expect(await agent.server.next(DockerActionResult)).toMatchObject({ msg_id: '3', success: true })
  const actions = []
  while (actions.at(-1) !== 'die') {
    const { event } = await agent.server.next(AgentDockerEvent)
    if (event.event_type === 'container') actions.push(event.action)
  }
})
