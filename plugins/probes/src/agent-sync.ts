import type { Agents } from '@svc/plugin-enrollment/contract'
import type { Clock } from '@svc/plugin-sdk'
import { capabilityBits } from '@svc/protocol'
import type { TargetCatalog } from './network/target-catalog.ts'
import { appliesTo, type Tasks } from './ping/tasks.ts'
import { NetworkProbeSync, PingTasksSync } from './wire.ts'

/** Changes in quick succession are sent once. */
const debounceMs = 50
const batchSize = 100
const batchDelayMs = 20
/** Delay before retrying an agent whose queue is full. */
const retryMs = 1000

interface Dependencies {
  readonly clock: Pick<Clock, 'after'>
  readonly agents: Pick<Agents, 'isOnline' | 'online' | 'send' | 'capabilities'>
  readonly catalog: Pick<TargetCatalog, 'assigned' | 'pace'>
  readonly tasks: Pick<Tasks, 'list'>
}

/** Sends agents their tasks and targets, on connection and after changes. Each message replaces the previous one. */
export function makeAgentSync({ clock, agents, catalog, tasks }: Dependencies) {
  const due = { pings: new Set<string>(), network: new Set<string>() }
  let cancel: (() => void) | undefined

  /** False if the queue of the agent is full. Offline agents are synced when they connect. */
  function sendPings(serverId: string, all: ReturnType<Tasks['list']>): boolean {
    const mask = agents.capabilities(serverId)
    const mine = all.filter(
      (task) =>
        task.enabled === 1 && appliesTo(task, serverId) && (mask & capabilityBits[`ping_${task.probe_type}`]) !== 0,
    )
    return agents.send(serverId, PingTasksSync, {
      tasks: mine.map(({ id, probe_type, target, interval }) => ({ task_id: id, probe_type, target, interval })),
    })
  }
  const sendNetwork = (serverId: string): boolean =>
    agents.send(serverId, NetworkProbeSync, {
      targets: catalog
        .assigned(serverId)
        .map(({ id, name, target, probe_type }) => ({ target_id: id, name, target, probe_type })),
      ...catalog.pace(),
    })

  /** Sends one batch and returns the agents to retry. */
  function sendBatch(waiting: Set<string>, send: (serverId: string) => boolean): string[] {
    const now = [...waiting].slice(0, batchSize)
    for (const id of now) waiting.delete(id)
    return now.filter((id) => agents.isOnline(id) && !send(id))
  }

  function flush() {
    cancel = undefined
    const all = due.pings.size > 0 ? tasks.list() : []
    const failed = {
      pings: sendBatch(due.pings, (id) => sendPings(id, all)),
      network: sendBatch(due.network, sendNetwork),
    }
    const isRest = due.pings.size + due.network.size > 0
    for (const id of failed.pings) due.pings.add(id)
    for (const id of failed.network) due.network.add(id)
    if (isRest) cancel = clock.after(batchDelayMs, flush)
    else if (failed.pings.length + failed.network.length > 0) cancel = clock.after(retryMs, flush)
  }

  function plan(kind: keyof typeof due, serverIds: readonly string[]) {
    for (const id of serverIds) if (agents.isOnline(id)) due[kind].add(id)
    if (due[kind].size > 0) cancel ??= clock.after(debounceMs, flush)
  }

  return {
    /** An agent reported its capabilities. */
    connected(serverId: string) {
      plan('pings', [serverId])
      plan('network', [serverId])
    },
    network: (serverIds: readonly string[]) => plan('network', serverIds),
    /** Empty: every server. */
    pings: (serverIds: readonly string[]) => plan('pings', serverIds.length === 0 ? agents.online() : serverIds),
    close: () => cancel?.(),
  }
}
