import type { Job } from '@svc/plugin-sdk'
import type { Connections } from './agents/connections.ts'
import type { Authority } from './authority.ts'

/** Disconnects agents that have stopped reporting or reading. */
export const offlineChecker = (connections: Connections): Job => ({
  name: 'OfflineChecker',
  every: 10_000,
  run: connections.dropUnresponsive,
})

/** Records the outcome of expired offers and notifies browsers. An offer is invalid from its expiry on, with or without this. */
export const offerExpiry = (authority: Authority): Job => ({
  name: 'OfferExpiry',
  every: 60_000,
  run: authority.recordExpired,
})
