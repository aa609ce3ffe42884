import type { Sampler } from '@svc/agent-sdk'
import { makeNetwork, type NetworkOptions, type Traffic } from './network.ts'

export interface FetchedNetworkOptions extends Omit<NetworkOptions, 'read'> {
  /** fetches the counters of all interfaces; slow */
  readonly fetch: () => Promise<Map<string, Traffic>>
}

/** Network traffic from counters that must be fetched asynchronously before each sample. */
export function makeFetchedNetwork({ fetch, ...options }: FetchedNetworkOptions): Sampler {
  let counters: Map<string, Traffic> | null = null
  let requestedResetCount = 0
  let appliedResets = 0
  const inner = makeNetwork({ ...options, read: () => counters && new Map(counters) })
  return {
    ...inner,
    async sample() {
      const requestedResets = requestedResetCount
      counters = await fetch()
      // Apply a reset only now that there are counters to start from. A reset during the fetch applies to the next sample.
      if (appliedResets !== requestedResets) inner.reset?.()
      appliedResets = requestedResets
      return inner.sample()
    },
    reset() {
      requestedResetCount += 1
    },
  }
}
