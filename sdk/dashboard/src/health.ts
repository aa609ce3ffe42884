import type { ServerHealth, ServerStatus } from '@svc/protocol'

/** The states of servers, worst first. `pending`: its agent has not connected yet. */
export const serverStates = ['offline', 'critical', 'warning', 'healthy', 'pending'] as const
/** The state of a server. */
export type ServerState = (typeof serverStates)[number]

/** Of servers that nobody has reported anything about. */
export const healthy: ServerHealth = { level: 0, reasons: [] }

type StateFields = Pick<ServerStatus, 'online' | 'last_active' | 'health'> & {
  readonly agent_authority: Pick<ServerStatus['agent_authority'], 'status'>
}

const byLevel = ['healthy', 'warning', 'critical'] as const

/** The one state of a server, which everything shows: whether it is offline, or how bad the worst of its reasons is. */
export function stateOf({ online, last_active, health, agent_authority }: StateFields): ServerState {
  if (online) return byLevel[health.level]
  return agent_authority.status === 'claimed' && last_active > 0 ? 'offline' : 'pending'
}

/** Whether something is wrong. */
export const needsAttention = (server: StateFields): boolean => {
  const state = stateOf(server)
  return state !== 'healthy' && state !== 'pending'
}

/** How many servers are in each state. */
export function countStates(servers: readonly StateFields[]): Readonly<Record<ServerState, number>> {
  const counts = { offline: 0, critical: 0, warning: 0, healthy: 0, pending: 0 }
  for (const server of servers) counts[stateOf(server)] += 1
  return counts
}

/** Sorts by state, worst first; the order of servers in the same state stays. */
export const worstFirst = (a: StateFields, b: StateFields): number =>
  serverStates.indexOf(stateOf(a)) - serverStates.indexOf(stateOf(b)) ||
  b.health.reasons.length - a.health.reasons.length
