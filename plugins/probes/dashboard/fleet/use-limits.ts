import { useApi } from '@svc/dashboard-sdk'
import type { NetworkSettingAnswer } from '@svc/plugin-probes/contract'
import { useMemo } from 'react'
import { settingPath } from '../paths.ts'
import { type LatencyLimits, usualLimits } from './health.ts'

/** Milliseconds: the configuration changes with a restart of the program, which nobody reloads a page for. */
const often = 60_000

/** From which latency on a round counts as bad, as the server is configured. */
export function useLimits(): LatencyLimits {
  const { data } = useApi<NetworkSettingAnswer>(settingPath, { refetchInterval: often })
  const { high_latency_ms: warning, very_high_latency_ms: severe } = data ?? {}
  return useMemo(
    () => (warning === undefined || severe === undefined ? usualLimits : { warning, severe }),
    [warning, severe],
  )
}
