import type { Agents } from '@svc/plugin-enrollment/contract'
import type { Clock } from '@svc/plugin-sdk'
import { capabilityBits, NetworkProbeSync, PingTasksSync } from '@svc/protocol'
import type { Catalogue } from './network/catalogue.ts'
import { isFor, type Tasks } from './ping/tasks.ts'

/** Writes that come in quick succession are told once. */
const burstMs = 50
/** Agents that are told at a time, and when the others are. */
const atOnce = 100
const restMs = 20
/** An agent whose queue is full is told again. */
const againMs = 1000

interface Dependencies {
  readonly clock: Pick<Clock, 'after'>
  readonly agents: Pick<Agents, 'isOnline' | 'online' | 'send' | 'capabilities'>
  readonly catalogue: Pick<Catalogue, 'assigned' | 'pace'>
  readonly tasks: Pick<Tasks, 'list'>
}

/** Tells agents what to probe: whoever connected, and whom a write concerns. Each message replaces the one before. */
export function makeSyncing({ clock, agents, catalogue, tasks }: Dependencies) {
  const due = { pings: new Set<string>(), network: new Set<string>() }
  let cancel: (() => void) | undefined

  /** False when the agent could not take it. Who is not connected is told on the next connection. */
  function tellPings(serverId: string, all: ReturnType<Tasks['list']>): boolean {
    const mask = agents.capabilities(serverId)
    const mine = all.filter(
      (task) => task.enabled === 1 && isFor(task, serverId) && (mask & capabilityBits[`ping_${task.probe_type}`]) !== 0,
    )
    return agents.send(serverId, PingTasksSync, {
      tasks: mine.map(({ id, probe_type, target, interval }) => ({ task_id: id, probe_type, target, interval })),
    })
  }
  const tellNetwork = (serverId: string): boolean =>
    agents.send(serverId, NetworkProbeSync, {
      targets: catalogue
        .assigned(serverId)
        .map(({ id, name, target, probe_type }) => ({ target_id: id, name, target, probe_type })),
      ...catalogue.pace(),
    })

  /** Takes some of those who are due and returns those who are still to be told. */
  function some(waiting: Set<string>, tell: (serverId: string) => boolean): string[] {
    const now = [...waiting].slice(0, atOnce)
    for (const id of now) waiting.delete(id)
    return now.filter((id) => agents.isOnline(id) && !tell(id))
  }

  function flush() {
    cancel = undefined
    const all = due.pings.size > 0 ? tasks.list() : []
    const failed = {
      pings: some(due.pings, (id) => tellPings(id, all)),
      network: some(due.network, tellNetwork),
    }
    const isRest = due.pings.size + due.network.size > 0
    for (const id of failed.pings) due.pings.add(id)
    for (const id of failed.network) due.network.add(id)
    if (isRest) cancel = clock.after(restMs, flush)
    else if (failed.pings.length + failed.network.length > 0) cancel = clock.after(againMs, flush)
  }

  function plan(kind: keyof typeof due, serverIds: readonly string[]) {
    for (const id of serverIds) if (agents.isOnline(id)) due[kind].add(id)
    if (due[kind].size > 0) cancel ??= clock.after(burstMs, flush)
  }

  return {
    /** An agent said what it can do. */
    connected(serverId: string) {
      plan('pings', [serverId])
      plan('network', [serverId])
    },
    network: (serverIds: readonly string[]) => plan('network', serverIds),
    /** None: every server. */
    pings: (serverIds: readonly string[]) => plan('pings', serverIds.length === 0 ? agents.online() : serverIds),
    close: () => cancel?.(),
  }
}
