import { createTestAgent, type TestAgent } from '@svc/agent/testing'
import { AgentProcessesUnavailable, Processes, ProcessesStart, ProcessesStop } from '@svc/plugin-processes/wire'
import { SystemInfo } from '@svc/protocol'
import { afterEach, expect, it, vi } from 'vitest'
import plugin from './index.ts'

let agent: TestAgent
afterEach(() => agent.close())
const start = (deny: 'processes'[] = []) =>
  createTestAgent({
    plugins: [{ plugin, capabilities: ['processes'] }],
    allow: ['processes'],
    deny,
    reportInterval: 60,
  })
const logged = (message: string) => agent.lines.filter((line) => line.message === message).length
const stopped = () =>
  vi.waitFor(() => expect(logged('stopped sending processes')).toBe(logged('started sending processes')))

it('sends processes only while requested', async () => {
  agent = await start()
  expect(await agent.server.next(SystemInfo)).toMatchObject({ agent_local_capabilities: 2048 })
  expect(agent.server.queued(Processes)).toBe(0)
  agent.server.send(ProcessesStart, {})
  const first = await agent.server.next(Processes)
  expect(first.total).toBeGreaterThan(1)
  expect(first.processes.some(({ mem }) => mem > 0)).toBe(true)
  // Repeating it changes nothing.
  agent.server.send(ProcessesStart, {})
  await agent.server.next(Processes)
  expect(logged('started sending processes')).toBe(1)
  agent.server.send(ProcessesStop, {})
  await stopped()
  agent.server.send(ProcessesStop, {})
  expect(agent.server.queued(Processes)).toBe(0)
})

it('stops on disconnect and restarts on request', async () => {
  agent = await start()
  agent.server.send(ProcessesStart, {})
  await agent.server.next(Processes)
  agent.server.drop()
  await agent.server.connection(2)
  await stopped()
  agent.server.send(ProcessesStart, {})
  await agent.server.next(Processes)
  expect(logged('started sending processes')).toBe(2)
})

it('stops with the agent', async () => {
  agent = await start()
  agent.server.send(ProcessesStart, {})
  await agent.server.next(Processes)
  await agent.close()
  await stopped()
})

it('is not even loaded if denied', async () => {
  agent = await start(['processes'])
  expect(await agent.server.next(SystemInfo)).toMatchObject({ agent_local_capabilities: 0 })
  agent.server.send(ProcessesStart, {})
  await vi.waitFor(() => expect(agent.counts.unknown).toBeGreaterThan(0))
  expect([agent.counts.handled, logged('started sending processes')]).toEqual([0, 0])
  expect(agent.server.queued(AgentProcessesUnavailable)).toBe(0)
})
