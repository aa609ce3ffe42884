import type { ServerStatus } from '@svc/protocol'

/** `pending`: no agent has enrolled yet. `offline`: the agent is not connected. */
export type ServerState = 'online' | 'pending' | 'offline'

/** in display order */
export const serverStates: readonly ServerState[] = ['online', 'pending', 'offline']

type StateFields = Pick<ServerStatus, 'online'> & { agent_authority: Pick<ServerStatus['agent_authority'], 'status'> }

export const stateOf = (server: StateFields): ServerState =>
  server.online ? 'online' : server.agent_authority.status === 'claimed' ? 'offline' : 'pending'

/** NaN, which is formatted as a dash, if the total is unknown. */
export const percentOf = (used: number, total: number): number => (total > 0 ? (100 * used) / total : Number.NaN)
