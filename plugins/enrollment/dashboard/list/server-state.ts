import type { ServerStatus } from '@svc/protocol'

/** How a server stands: `pending` has no agent yet, `offline` has one that is not connected. */
export type ServerState = 'online' | 'pending' | 'offline'

/** In the order in which they are counted and sorted. */
export const serverStates: readonly ServerState[] = ['online', 'pending', 'offline']

type Standing = Pick<ServerStatus, 'online'> & { agent_authority: Pick<ServerStatus['agent_authority'], 'status'> }

export const stateOf = (server: Standing): ServerState =>
  server.online ? 'online' : server.agent_authority.status === 'claimed' ? 'offline' : 'pending'

/** Share of a total in percent; NaN, which formats write as a dash, while the total is not known. */
export const share = (used: number, total: number): number => (total > 0 ? (100 * used) / total : Number.NaN)
