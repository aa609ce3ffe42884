import { Button, ErrorState, errorText, type Stretch, useT, writeRange } from '@svc/dashboard-sdk'
import type { ReactNode } from 'react'
import { Quality } from './quality.js'
import { useHistory } from './use-history.js'
import type { Known } from './use-tab.js'
import { Waiting } from './waiting.js'

/** What was stored of a stretch of time. */
export function HistoryQuality(props: {
  serverId: string
  known: Known
  stretch: Stretch
  onZoom: (from: number, to: number) => void
  onZoomOut: (() => void) | undefined
}): ReactNode {
  const { serverId, known, stretch, onZoom, onZoomOut } = props
  const t = useT()
  const { shown, waiting, failure, retry } = useHistory(serverId, stretch, known.setting.interval)
  if (!shown) {
    return failure ? (
      <div className="panel mt-2 basis-full">
        <ErrorState failure={failure} onRetry={retry} />
      </div>
    ) : (
      <Waiting />
    )
  }
  return (
    <>
      {failure && (
        <p
          role="alert"
          className="flex basis-full flex-wrap items-center gap-3 rounded-md bg-danger/10 px-3 py-2 text-sm"
        >
          {t('network.stale', { reason: errorText(failure, t) })}
          <Button size="sm" onClick={retry}>
            {t('sdk:action.retry')}
          </Button>
        </p>
      )}
      <Quality
        serverId={serverId}
        known={known}
        shown={shown}
        range={writeRange(stretch) ?? 'live'}
        waiting={waiting}
        onZoom={onZoom}
        onZoomOut={onZoomOut}
      />
    </>
  )
}
