import type { BlockDetail, ServerState } from '@svc/plugin-firewall/contract'

interface Covered {
  readonly id: string
  readonly name: string
  /** null: not acknowledged yet */
  readonly state: ServerState | null
}

const rank = (state: ServerState | null) => (state ? { failed: 0, absent: 2, present: 3 }[state.state] : 1)

/** The servers that a block covers with their states: rejected, pending, removed, active. */
export function coveredStates(
  { cover_type, server_ids, states }: Pick<BlockDetail, 'cover_type' | 'server_ids' | 'states'>,
  servers: readonly { readonly id: string; readonly name: string }[],
): Covered[] {
  const listed = new Set(server_ids ?? [])
  const byServer = new Map(states.map((state) => [state.server_id, state]))
  return servers
    .filter(({ id }) => cover_type === 'all' || (cover_type === 'include') === listed.has(id))
    .map(({ id, name }) => ({ id, name, state: byServer.get(id) ?? null }))
    .sort((a, b) => rank(a.state) - rank(b.state))
}
