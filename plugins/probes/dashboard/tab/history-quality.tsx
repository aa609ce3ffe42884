import { ErrorState, formatRange, StaleNote, type TimeRange } from '@svc/dashboard-sdk'
import type { ReactNode } from 'react'
import { Quality } from './quality.tsx'
import { useHistory } from './use-history.ts'
import type { Known } from './use-tab.ts'
import { Waiting } from './waiting.tsx'

/** What was stored of a stretch of time. */
export function HistoryQuality(props: {
  serverId: string
  known: Known
  stretch: TimeRange
  onZoom: (from: number, to: number) => void
  onZoomOut: (() => void) | undefined
}): ReactNode {
  const { serverId, known, stretch, onZoom, onZoomOut } = props
  const { shown, waiting, error, retry } = useHistory(serverId, stretch, known.setting.interval)
  if (!shown) {
    return error ? (
      <div className="panel mt-2 basis-full">
        <ErrorState error={error} onRetry={retry} />
      </div>
    ) : (
      <Waiting />
    )
  }
  return (
    <>
      <StaleNote error={error} onRetry={retry} className="mb-0 basis-full" />
      <Quality
        serverId={serverId}
        known={known}
        shown={shown}
        range={formatRange(stretch) ?? 'live'}
        waiting={waiting}
        onZoom={onZoom}
        onZoomOut={onZoomOut}
      />
    </>
  )
}
