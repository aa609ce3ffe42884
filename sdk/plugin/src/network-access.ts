import { type ServiceRef, service } from './refs.ts'

/** Who can reach the server. */
export interface NetworkAccess {
  /**
   * Hosts of private networks can reach it and are trusted proxies: each may claim any client address with
   * `X-Forwarded-For`, and so evade limits by address.
   */
  readonly trustsPrivateNetworks: boolean
  /** ranges whose hosts may state the address of a client */
  readonly trustedProxies: readonly string[]
}

/** Provided by the kernel itself. */
export const networkAccess: ServiceRef<NetworkAccess> = service('core.networkAccess')
