import type { api } from '@svc/dashboard-sdk'
import type { IssuedOffer } from '@svc/plugin-enrollment/contract'
import type { AgentAuthority } from '@svc/protocol'

/** An offer whose code can be shown, and whether an agent held the server when it was made. */
export interface FreshOffer {
  readonly offer: IssuedOffer
  readonly wasClaimed: boolean
}

export const authorityPath = (serverId: string): string => `/api/servers/${serverId}/agent-authority`

/**
 * A new code for a server, whatever its state: replaces the open offer, else issues one, else starts a graceful
 * re-enrollment. `known` is the offer the caller believes to be open: when another one is, the server refuses.
 */
export async function freshOffer(call: typeof api, serverId: string, known?: string): Promise<FreshOffer> {
  const base = authorityPath(serverId)
  const { status, outstanding_offer: open } = await call<AgentAuthority>('GET', base)
  const wasClaimed = status === 'claimed'
  const ask = (path: string, body?: object) => call<{ enrollment: IssuedOffer }>('POST', `${base}${path}`, body)
  const { enrollment } = open
    ? await ask(`/offers/${known ?? open.id}/replace`)
    : wasClaimed
      ? await ask('/re-enrollment', { mode: 'graceful' })
      : await ask('/offers', {})
  return { offer: enrollment, wasClaimed }
}
