import type { ServerStatus } from '@svc/protocol'

/**
 * How far an enrollment got: `withdrawn` when the code was revoked, replaced or ran out without a claim; `dropped` when
 * the agent had connected and is gone again.
 */
export type ClaimStage = 'waiting' | 'claimed' | 'connected' | 'dropped' | 'withdrawn'

type Row = Pick<ServerStatus, 'online' | 'agent_authority'>

/** What the row of the server said so far about one offer. */
export interface Heard {
  /** it showed this offer */
  readonly seen: boolean
  /** the agent that used this offer was connected */
  readonly met: boolean
  /** an agent already held the server when the offer was made, so that being claimed says nothing by itself */
  readonly wasClaimed: boolean
}

/** Reads the stage of `offerId` from the server's row. A code that was used is used, whatever the agent does later. */
export function claimStage(offerId: string, row: Row | undefined, { seen, met, wasClaimed }: Heard): ClaimStage {
  if (!row) return met ? 'dropped' : 'waiting'
  const { status, outstanding_offer: open } = row.agent_authority
  if (open?.id === offerId) return 'waiting'
  if (met) return row.online ? 'connected' : 'dropped'
  if (!seen && (wasClaimed || status === 'unclaimed')) return 'waiting'
  if (status === 'unclaimed') return 'withdrawn'
  return row.online ? 'connected' : 'claimed'
}
