import type { ServerStatus } from '@svc/protocol'

/**
 * The stage of an enrollment. `withdrawn`: the code was revoked, replaced or expired unused. `dropped`: the agent
 * connected and has disconnected again.
 */
export type ClaimStage = 'waiting' | 'claimed' | 'connected' | 'dropped' | 'withdrawn'

type Row = Pick<ServerStatus, 'online' | 'agent_authority'>

/** What has been observed about an offer so far. */
export interface Observed {
  /** whether the server's row has shown this offer */
  readonly wasSeen: boolean
  /** whether the agent that used this offer has been connected */
  readonly wasConnected: boolean
  /** whether the server already had an agent when the offer was created; then `claimed` does not mean that it was used */
  readonly wasClaimed: boolean
}

/** Derives the stage of an offer from the server's row. Once a code has been used, it never goes back to `waiting`. */
export function claimStage(
  offerId: string,
  row: Row | undefined,
  { wasSeen, wasConnected, wasClaimed }: Observed,
): ClaimStage {
  if (!row) return wasConnected ? 'dropped' : 'waiting'
  const { status, outstanding_offer: open } = row.agent_authority
  if (open?.id === offerId) return 'waiting'
  if (wasConnected) return row.online ? 'connected' : 'dropped'
  if (!wasSeen && (wasClaimed || status === 'unclaimed')) return 'waiting'
  if (status === 'unclaimed') return 'withdrawn'
  return row.online ? 'connected' : 'claimed'
}
