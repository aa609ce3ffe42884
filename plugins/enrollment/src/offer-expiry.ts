import type { Job } from '@svc/plugin-sdk'
import type { Authority } from './authority.js'

/** An elapsed offer is dead at its instant; this only writes that down and tells browsers. */
export const offerExpiry = (authority: Authority): Job => ({
  name: 'OfferExpiry',
  every: 60_000,
  run: authority.expireElapsed,
})
