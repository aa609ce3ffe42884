import { Button, parseRange, type Range, useFormat, useLiveBuffer, useServer, useT } from '@svc/dashboard-sdk'
import type { ServerMetrics } from '@svc/protocol'
import { Pause, Play } from 'lucide-react'
import { type ReactNode, useMemo, useState } from 'react'
import { LiveCharts } from './live-charts.tsx'

/** Live charts with a pause button. */
export function LiveView({ serverId, onChoose }: { serverId: string; onChoose: (range: Range) => void }): ReactNode {
  const t = useT()
  const format = useFormat()
  const buffer = useLiveBuffer(serverId)
  const server = useServer(serverId)
  const file = useMemo(() => [server?.name ?? '', 'live'], [server?.name])
  const [pausedReports, setPausedReports] = useState<readonly ServerMetrics[]>()
  const pausedAt = pausedReports?.at(-1)?.last_active
  const lastReportAt = buffer.at(-1)?.last_active
  const offlineSince = !pausedReports && server?.online === false ? lastReportAt : undefined
  return (
    <>
      <Button
        aria-pressed={pausedReports !== undefined}
        onClick={() => setPausedReports(pausedReports ? undefined : buffer)}
        disabled={!pausedReports && buffer.length === 0}
      >
        {pausedReports ? <Play aria-hidden /> : <Pause aria-hidden />}
        {t(pausedReports ? 'live.resume' : 'live.pause')}
      </Button>
      <p role="status" className="text-faint text-xs">
        {pausedAt !== undefined && t('live.paused', { at: format.time(pausedAt * 1000) })}
        {offlineSince !== undefined && t('live.stopped', { at: format.time(offlineSince * 1000) })}
      </p>
      <div className="mt-2 min-w-0 basis-full">
        <LiveCharts
          serverId={serverId}
          file={file}
          pausedReports={pausedReports}
          onHistory={() => onChoose(parseRange('24h'))}
        />
      </div>
    </>
  )
}
