import type { ServerStatus } from '@svc/protocol'

/** How far an enrollment got: `withdrawn` when the code was revoked, replaced or ran out without a claim. */
export type ClaimStage = 'waiting' | 'claimed' | 'connected' | 'withdrawn'

type Row = Pick<ServerStatus, 'online' | 'agent_authority'>

/**
 * Reads the stage of `offerId` from the server's row. `seen`: the row showed this offer before. `wasClaimed`: an agent
 * already held the server when the offer was made, so that being claimed says nothing by itself.
 */
export function claimStage(
  offerId: string,
  row: Row | undefined,
  { seen, wasClaimed }: { seen: boolean; wasClaimed: boolean },
): ClaimStage {
  if (!row) return 'waiting'
  const { status, outstanding_offer: open } = row.agent_authority
  if (open?.id === offerId) return 'waiting'
  if (!seen && (wasClaimed || status === 'unclaimed')) return 'waiting'
  if (status === 'unclaimed') return 'withdrawn'
  return row.online ? 'connected' : 'claimed'
}
