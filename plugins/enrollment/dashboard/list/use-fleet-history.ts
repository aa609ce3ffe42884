import { sparklineValues } from '@svc/dashboard-sdk'
import type { ServerStatus } from '@svc/protocol'
import { useEffect, useMemo, useState } from 'react'
import { type Fleet, fleetOf } from './fleet.ts'

const most = 60
/** milliseconds */
const every = 3000
const away = 5 * every

/** The sums of the fleet at one moment; null where nobody looked. */
interface Moment {
  readonly at: number
  readonly netIn: number | null
  readonly netOut: number | null
}

// Outlives the page, so that coming back shows what happened so far.
let kept: readonly Moment[] = []

function remember({ netIn, netOut }: Fleet, at: number) {
  const last = kept.at(-1)
  if (last && at - last.at < every) return
  const gap = last && at - last.at > away ? [{ at, netIn: null, netOut: null }] : []
  kept = [...kept, ...gap, { at, netIn, netOut }].slice(-most)
}

/** The sums of the fleet now, and its traffic over the last three minutes in which the list was shown. */
export function useFleetHistory(servers: readonly ServerStatus[]) {
  const fleet = useMemo(() => fleetOf(servers), [servers])
  const [moments, setMoments] = useState(kept)
  useEffect(() => {
    if (fleet.total > 0) remember(fleet, performance.now())
    setMoments(kept)
  }, [fleet])
  const traffic = useMemo(
    () => ({
      in: sparklineValues(moments.map(({ netIn }) => netIn)),
      out: sparklineValues(moments.map(({ netOut }) => netOut)),
    }),
    [moments],
  )
  return { fleet, traffic }
}
