import type { ServerStatus } from '@svc/protocol'
import { useState } from 'react'
import { makeSampler } from './sampler.ts'
import { useServers } from './use-live.ts'

/**
 * All servers, heard of at most once in `every` milliseconds, and at once when more than figures changed: for orders,
 * sums and sections that should be calm.
 */
export function useSampledServers(every: number): readonly ServerStatus[] {
  const [sample] = useState(() => makeSampler(every, () => performance.now()))
  return useServers(sample)
}
