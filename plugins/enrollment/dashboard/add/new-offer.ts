import type { api } from '@svc/dashboard-sdk'
import type { IssuedOffer } from '@svc/plugin-enrollment/contract'
import type { AgentAuthority } from '@svc/protocol'

/** A new offer with its code, and whether the server already had an agent when it was created. */
export interface NewOffer {
  readonly offer: IssuedOffer
  readonly wasClaimed: boolean
}

export const authorityPath = (serverId: string): string => `/api/servers/${serverId}/agent-authority`

/**
 * Generates a new code in any state: replaces the open offer, issues one, or starts a graceful re-enrollment. If
 * `expectedOfferId` is given and another offer is open, the server rejects the request.
 */
export async function generateOffer(call: typeof api, serverId: string, expectedOfferId?: string): Promise<NewOffer> {
  const base = authorityPath(serverId)
  const { status, outstanding_offer: open } = await call<AgentAuthority>('GET', base)
  const wasClaimed = status === 'claimed'
  const post = (path: string, body?: object) => call<{ enrollment: IssuedOffer }>('POST', `${base}${path}`, body)
  const { enrollment } = open
    ? await post(`/offers/${expectedOfferId ?? open.id}/replace`)
    : wasClaimed
      ? await post('/re-enrollment', { mode: 'graceful' })
      : await post('/offers', {})
  return { offer: enrollment, wasClaimed }
}
