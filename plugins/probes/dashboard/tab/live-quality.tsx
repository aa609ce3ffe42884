import { ErrorState } from '@svc/dashboard-sdk'
import { type ReactNode, useMemo } from 'react'
import { Quality } from './quality.tsx'
import type { Shown } from './shown.ts'
import { useLiveRounds } from './use-live-rounds.ts'
import type { Known } from './use-tab.ts'
import { Waiting } from './waiting.tsx'

/** The rounds of a server as they come. */
export function LiveQuality({ serverId, known }: { serverId: string; known: Known }): ReactNode {
  const { rounds, error, retry } = useLiveRounds(serverId)
  const { interval } = known.setting
  const shown = useMemo(
    (): Shown | undefined => rounds && { rounds, points: 'rounds', step: interval, span: undefined },
    [rounds, interval],
  )
  if (shown) return <Quality serverId={serverId} known={known} shown={shown} range="live" />
  if (!error) return <Waiting />
  return (
    <div className="panel mt-2 basis-full">
      <ErrorState error={error} onRetry={retry} />
    </div>
  )
}
