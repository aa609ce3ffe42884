import { Button, Card, InlineError, RelativeTime, useCodedText, useNow, useT } from '@svc/dashboard-sdk'
import type { DownloadState, GeoipStatus } from '@svc/plugin-geoip/contract'
import { CircleCheck, Download, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { isOld } from './edition.ts'
import { Progress } from './progress.tsx'
import type { DatabaseId, Geoip } from './use-geoip.ts'

/** Downloads the free database and shows the progress. */
export function DownloadCard(props: { id: DatabaseId; status: GeoipStatus; geoip: Geoip }): ReactNode {
  const { id, status, geoip } = props
  const t = useT()
  const now = useNow(60_000)
  const { download, running } = geoip
  const last = status.download
  const hint = !status.installed ? 'none' : isOld(status.built_at, now) ? 'old' : 'fresh'
  const text = { none: 'asnNone', old: 'asnOld', fresh: 'fresh' } as const
  return (
    <Card title={t('download.title')} description={t(`download.${id === 'asn' ? text[hint] : hint}`)}>
      <div className="flex flex-col items-start gap-4">
        <Button
          variant={hint === 'fresh' ? 'secondary' : 'primary'}
          busy={running}
          className="max-md:h-11 max-md:self-stretch"
          onClick={() => download.mutate()}
        >
          <Download aria-hidden />
          {t(status.installed ? 'download.again' : 'download.start')}
        </Button>
        {running ? (
          <Progress download={last?.state === 'running' ? last : undefined} />
        ) : last && last.state !== 'running' ? (
          <Ended download={last} />
        ) : (
          <InlineError error={download.error} />
        )}
      </div>
    </Card>
  )
}

function Ended({ download }: { download: DownloadState }) {
  const t = useT()
  const sentence = useCodedText()
  const { state, error, message_text: reason, month, ended_at } = download
  const failed = state === 'failed'
  const Icon = failed ? TriangleAlert : CircleCheck
  return (
    <div
      role={failed ? 'alert' : 'status'}
      className={`flex max-w-2xl items-start gap-2.5 rounded-md px-3 py-2.5 text-sm ${failed ? 'bg-danger/10' : 'bg-ok/10'}`}
    >
      <Icon className={`mt-0.5 size-4 shrink-0 ${failed ? 'text-danger' : 'text-ok'}`} aria-hidden />
      <div className="min-w-0">
        <p>
          {failed ? t(`error.${error}`) : t('download.done', { month })}
          {ended_at && (
            <>
              {' · '}
              <RelativeTime at={ended_at} className="text-muted" />
            </>
          )}
        </p>
        {failed && reason && <p className="mt-1 break-words text-muted text-xs">{sentence(reason)}</p>}
      </div>
    </div>
  )
}
