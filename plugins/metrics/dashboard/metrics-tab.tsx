import { Button, Segmented, useFormat, useLiveBuffer, usePageSearch, useServer, useT } from '@svc/dashboard-sdk'
import { serverPage } from '@svc/plugin-enrollment/dashboard/pages'
import type { ServerMetrics } from '@svc/protocol'
import { Pause, Play, ZoomOut } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { HistoryCharts } from './history-charts.js'
import { LiveCharts } from './live-charts.js'
import { coveringName, parseRange, rangeNames, writeSpan, zoomSpan } from './range.js'

/** The figures of a server as charts: as they arrive, or as they were stored. */
export default function MetricsTab({ serverId }: { readonly serverId: string }): ReactNode {
  const t = useT()
  const format = useFormat()
  const [search, setSearch] = usePageSearch(serverPage)
  const range = parseRange(search.range)
  const buffer = useLiveBuffer(serverId)
  const server = useServer(serverId)
  const [held, setHeld] = useState<readonly ServerMetrics[]>()
  const live = range === 'live'
  const zoomed = typeof range !== 'string'
  const choose = (name: string, push = false) => {
    setHeld(undefined)
    setSearch({ range: name === 'live' ? undefined : name }, { push })
  }
  const since = held?.at(-1)?.last_active
  const last = buffer.at(-1)?.last_active
  const stopped = live && !held && server?.online === false ? last : undefined
  return (
    <>
      <div className="mb-4 flex min-h-8.5 flex-wrap items-center gap-3">
        <Segmented
          label={t('range.label')}
          value={zoomed ? ('' as never) : range}
          onChange={(name) => choose(name)}
          options={rangeNames.map((name) => ({ value: name, label: t(`range.${name}`) }))}
        />
        {live && (
          <Button
            aria-pressed={held !== undefined}
            onClick={() => setHeld(held ? undefined : buffer)}
            disabled={!held && buffer.length === 0}
          >
            {held ? <Play aria-hidden /> : <Pause aria-hidden />}
            {t(held ? 'live.resume' : 'live.pause')}
          </Button>
        )}
        {zoomed && (
          <>
            <Button onClick={() => choose(coveringName(range, Date.now() / 1000))}>
              <ZoomOut aria-hidden />
              {t('range.back')}
            </Button>
            <p className="figures text-muted text-sm">
              {format.dateTime(range.from * 1000)} – {format.dateTime(range.to * 1000)}
            </p>
          </>
        )}
        <p role="status" className="text-faint text-xs">
          {since !== undefined && t('live.paused', { at: format.time(since * 1000) })}
          {stopped !== undefined && t('live.stopped', { at: format.time(stopped * 1000) })}
          {!live && !zoomed && t('range.zoomHint')}
        </p>
      </div>
      {live ? (
        <LiveCharts serverId={serverId} held={held} onHistory={() => choose('24h')} />
      ) : (
        <HistoryCharts
          serverId={serverId}
          range={range}
          onZoom={(from, to) => choose(writeSpan(zoomSpan(from, to)), true)}
        />
      )}
    </>
  )
}
