import { ErrorState } from '@svc/dashboard-sdk'
import { type ReactNode, useMemo } from 'react'
import { Quality } from './quality.js'
import type { Shown } from './shown.js'
import { useLiveRounds } from './use-live-rounds.js'
import type { Known } from './use-tab.js'
import { Waiting } from './waiting.js'

/** The rounds of a server as they come. */
export function LiveQuality({ serverId, known }: { serverId: string; known: Known }): ReactNode {
  const { rounds, failure, retry } = useLiveRounds(serverId)
  const { interval } = known.setting
  const shown = useMemo(
    (): Shown | undefined => rounds && { rounds, points: 'rounds', step: interval, span: undefined },
    [rounds, interval],
  )
  if (shown) return <Quality serverId={serverId} known={known} shown={shown} range="live" />
  if (!failure) return <Waiting />
  return (
    <div className="panel mt-2 basis-full">
      <ErrorState failure={failure} onRetry={retry} />
    </div>
  )
}
