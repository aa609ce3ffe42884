import { capabilityBits } from '@svc/protocol'
import { describe, expect, it } from 'vitest'
import { makeAgentSync } from './agent-sync.ts'
import type { NetworkTarget } from './network/network-schema.ts'
import type { TaskRow } from './ping/tasks-store.ts'

const task = (id: string, probe_type: TaskRow['probe_type'], server_ids: string[] = []): TaskRow => ({
  id,
  name: id,
  probe_type,
  target: 'host',
  interval: 60,
  enabled: 1,
  created_at: 0,
  server_ids,
})

function setUp(fleet: readonly string[]) {
  const planned: { ms: number; run: () => void }[] = []
  const sent: { to: string; payload: { tasks?: { task_id: string }[] } }[] = []
  const full = new Set<string>()
  const online = new Set(fleet)
  const agentSync = makeAgentSync({
    clock: {
      after(ms, run) {
        planned.push({ ms, run })
        return () => void planned.splice(0)
      },
    },
    agents: {
      isOnline: (id) => online.has(id),
      online: () => [...online],
      capabilities: () => capabilityBits.ping_icmp,
      send(to, _, payload) {
        if (full.has(to)) return false
        sent.push({ to, payload: payload as object })
        return true
      },
    },
    catalog: { assigned: (): NetworkTarget[] => [], pace: () => ({ interval: 60, packet_count: 10 }) },
    tasks: { list: () => [task('all', 'icmp'), task('tcp', 'tcp'), task('one', 'icmp', ['server-1'])] },
  })
  const next = () => {
    const { ms, run } = planned.shift() ?? { ms: -1, run() {} }
    run()
    return ms
  }
  return { agentSync, planned, sent, full, online, next }
}

const fleetOf = (count: number) => Array.from({ length: count }, (_, i) => `server-${i}`)

describe('agents are synced', () => {
  it('once after several writes, with the enabled tasks that they are capable of', () => {
    const { agentSync, planned, sent, next } = setUp(fleetOf(3))
    for (let i = 0; i < 10; i++) agentSync.pings(['server-1', 'server-2', 'gone'])
    expect(planned).toHaveLength(1)
    next()
    expect(sent.map(({ to, payload }) => [to, payload.tasks?.map(({ task_id }) => task_id)])).toEqual([
      ['server-1', ['all', 'one']],
      ['server-2', ['all']],
    ])
    expect(planned).toEqual([])
  })

  it('in batches in a large fleet', () => {
    const { agentSync, sent, next, planned } = setUp(fleetOf(250))
    agentSync.pings([])
    const waits: number[] = []
    while (planned.length > 0) waits.push(next())
    expect(waits).toEqual([50, 20, 20])
    expect(new Set(sent.map(({ to }) => to)).size).toBe(250)
  })

  it('again while their queue is full, until they disconnect', () => {
    const { agentSync, sent, full, online, next, planned } = setUp(fleetOf(2))
    full.add('server-0').add('server-1')
    agentSync.network(['server-0', 'server-1'])
    expect([next(), next()]).toEqual([50, 1000])
    full.delete('server-0')
    online.delete('server-1')
    expect(next()).toBe(1000)
    expect(sent.map(({ to }) => to)).toEqual(['server-0'])
    expect(planned).toEqual([])
  })
})
