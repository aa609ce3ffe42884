import type { Job } from '@svc/plugin-sdk'
import type { RetentionTier } from '@svc/plugin-system/contract'
import type { Authority } from './authority.ts'

/** An elapsed offer is dead at its instant; this only writes that down and tells browsers. */
export const offerExpiry = (authority: Authority): Job => ({
  name: 'OfferExpiry',
  every: 60_000,
  run: authority.expireElapsed,
})

/** Terminal offers only explain a late 409; their events tell the history for good. */
export const endedOffers = (days: number): RetentionTier => ({ table: 'enrollment_offers', column: 'ended_at', days })
