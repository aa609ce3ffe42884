import type { ServerStatus } from '@svc/protocol'
import { useState } from 'react'
import { makeSampler } from './sampler.ts'
import { useServers } from './use-live.ts'

/**
 * All servers, with metric updates throttled to one per `intervalMs`; other changes are immediate. For sorting, totals and
 * sections that should not jump around.
 */
export function useSampledServers(intervalMs: number): readonly ServerStatus[] {
  const [sample] = useState(() => makeSampler(intervalMs, () => performance.now()))
  return useServers(sample)
}
