import { sparklineValues } from '@svc/dashboard-sdk'
import type { ServerStatus } from '@svc/protocol'
import { useEffect, useMemo, useState } from 'react'
import { type Fleet, fleetOf } from './fleet.ts'

const maxSamples = 60
const intervalMs = 3000
/** After a longer pause, the chart shows a gap. */
const maxGapMs = 5 * intervalMs

/** The network traffic of the fleet at one time; null for a gap. */
interface Sample {
  readonly at: number
  readonly netIn: number | null
  readonly netOut: number | null
}

// At module level, so that the history survives leaving the page.
let history: readonly Sample[] = []

function addSample({ netIn, netOut }: Fleet, at: number) {
  const last = history.at(-1)
  if (last && at - last.at < intervalMs) return
  const gap = last && at - last.at > maxGapMs ? [{ at, netIn: null, netOut: null }] : []
  history = [...history, ...gap, { at, netIn, netOut }].slice(-maxSamples)
}

/** The current summary of the fleet, and its traffic over the last three minutes in which the list was shown. */
export function useFleetHistory(servers: readonly ServerStatus[]) {
  const fleet = useMemo(() => fleetOf(servers), [servers])
  const [samples, setSamples] = useState(history)
  useEffect(() => {
    if (fleet.total > 0) addSample(fleet, performance.now())
    setSamples(history)
  }, [fleet])
  const traffic = useMemo(
    () => ({
      in: sparklineValues(samples.map(({ netIn }) => netIn)),
      out: sparklineValues(samples.map(({ netOut }) => netOut)),
    }),
    [samples],
  )
  return { fleet, traffic }
}
