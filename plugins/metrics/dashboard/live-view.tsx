import { Button, parseRange, type Range, useFormat, useLiveBuffer, useServer, useT } from '@svc/dashboard-sdk'
import type { ServerMetrics } from '@svc/protocol'
import { Pause, Play } from 'lucide-react'
import { type ReactNode, useMemo, useState } from 'react'
import { LiveCharts } from './live-charts.tsx'

/** The reports as they come, and a way to hold them. */
export function LiveView({ serverId, onChoose }: { serverId: string; onChoose: (range: Range) => void }): ReactNode {
  const t = useT()
  const format = useFormat()
  const buffer = useLiveBuffer(serverId)
  const server = useServer(serverId)
  const file = useMemo(() => [server?.name ?? '', 'live'], [server?.name])
  const [held, setHeld] = useState<readonly ServerMetrics[]>()
  const since = held?.at(-1)?.last_active
  const last = buffer.at(-1)?.last_active
  const stopped = !held && server?.online === false ? last : undefined
  return (
    <>
      <Button
        aria-pressed={held !== undefined}
        onClick={() => setHeld(held ? undefined : buffer)}
        disabled={!held && buffer.length === 0}
      >
        {held ? <Play aria-hidden /> : <Pause aria-hidden />}
        {t(held ? 'live.resume' : 'live.pause')}
      </Button>
      <p role="status" className="text-faint text-xs">
        {since !== undefined && t('live.paused', { at: format.time(since * 1000) })}
        {stopped !== undefined && t('live.stopped', { at: format.time(stopped * 1000) })}
      </p>
      <div className="mt-2 min-w-0 basis-full">
        <LiveCharts serverId={serverId} file={file} held={held} onHistory={() => onChoose(parseRange('24h'))} />
      </div>
    </>
  )
}
