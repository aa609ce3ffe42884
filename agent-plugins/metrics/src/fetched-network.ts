import type { Sampler } from '@svc/agent-sdk'
import { makeNetwork, type NetworkOptions, type Traffic } from './network.ts'

export interface FetchedNetworkOptions extends Omit<NetworkOptions, 'read'> {
  /** the counters of every interface; takes its time */
  readonly fetch: () => Promise<Map<string, Traffic>>
}

/** Traffic where the counters come slowly: each sample fetches them first, then takes the difference. */
export function makeFetchedNetwork({ fetch, ...options }: FetchedNetworkOptions): Sampler {
  let counters: Map<string, Traffic> | null = null
  let resets = 0
  let done = 0
  const inner = makeNetwork({ ...options, read: () => counters && new Map(counters) })
  return {
    ...inner,
    async sample() {
      const wanted = resets
      counters = await fetch()
      // Only here are there counters to start from. A reset during the fetch is for the next ones.
      if (done !== wanted) inner.reset?.()
      done = wanted
      return inner.sample()
    },
    reset() {
      resets += 1
    },
  }
}
