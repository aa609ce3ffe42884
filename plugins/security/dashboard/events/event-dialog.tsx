import {
  ApiError,
  Button,
  CopyButton,
  DeleteDialog,
  Dialog,
  EmptyState,
  ErrorState,
  RelativeTime,
  Skeleton,
  Slot,
  useApi,
  useFormat,
  useMe,
  useServerNames,
  useT,
} from '@svc/dashboard-sdk'
import type { SecurityEvent } from '@svc/plugin-security/contract'
import { ExternalLink, SearchX, Trash2 } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { sourceActions } from '../pages.ts'
import { eventPath, eventsPath, statsPath, timelinePath } from '../paths.ts'
import { useEventText } from './event-text.ts'
import { EvidenceList } from './evidence-list.tsx'
import { ServerName } from './server-name.tsx'
import { SeverityBadge } from './severity-badge.tsx'

/** Where others report addresses. Opened by the user only: nothing is sent there before. */
const reputationUrl = (address: string) => `https://www.abuseipdb.com/check/${encodeURIComponent(address)}`

/** seconds after which an event counts as reported late */
const lateSeconds = 120

/** The details of the event with this id. */
export function EventDialog(props: {
  id: string
  onClose: () => void
  onSource: (address: string) => void
  onDeleted: (id: string) => void
}): ReactNode {
  const { id, onClose, onSource, onDeleted } = props
  const t = useT()
  const { isAdmin } = useMe()
  const textOf = useEventText()
  const [isDeleting, setDeleting] = useState(false)
  const { data, error, refetch } = useApi<SecurityEvent>(eventPath(id))
  const isMissing = error instanceof ApiError && error.status === 404
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={data ? textOf(data) : t('detail.title')}
      side
      footer={
        data && (
          <>
            {isAdmin && (
              <Button variant="ghost" onClick={() => setDeleting(true)}>
                <Trash2 aria-hidden />
                {t('detail.delete')}
              </Button>
            )}
            {data.source_ip !== null && (
              <>
                <Button onClick={() => onSource(data.source_ip ?? '')}>{t('detail.allOfSource')}</Button>
                <Slot
                  of={sourceActions}
                  address={data.source_ip}
                  serverId={data.server_id}
                  eventId={data.id}
                  pending={null}
                />
              </>
            )}
          </>
        )
      }
    >
      {data ? (
        <Details event={data} />
      ) : isMissing ? (
        <EmptyState icon={SearchX} title={t('detail.missing')} description={t('detail.missingHint')} />
      ) : error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        <Skeleton className="h-48" />
      )}
      {isDeleting && (
        <DeleteDialog
          title={t('detail.deleteTitle')}
          description={t('detail.deleteText')}
          action={t('detail.delete')}
          done={t('detail.deleted')}
          path={eventPath(id)}
          invalidates={[eventsPath, statsPath, timelinePath]}
          onClose={() => setDeleting(false)}
          onDeleted={() => {
            onDeleted(id)
            onClose()
          }}
        />
      )}
    </Dialog>
  )
}

function Details({ event }: { event: SecurityEvent }) {
  const t = useT()
  const format = useFormat()
  const names = useServerNames()
  const { source_ip, source_port, started_at, ended_at, created_at } = event
  const isLate = Date.parse(created_at) - Date.parse(ended_at) > lateSeconds * 1000
  return (
    <div className="flex flex-col gap-5 text-sm">
      <div>
        <SeverityBadge severity={event.severity} />
      </div>
      <dl className="grid grid-cols-[8rem_1fr] gap-x-5 gap-y-2">
        <dt className="text-muted">{t('column.server')}</dt>
        <dd>
          <ServerName id={event.server_id} name={names.get(event.server_id)} />
        </dd>
        {source_ip !== null && (
          <>
            <dt className="text-muted">{t('column.source')}</dt>
            <dd>
              <span className="flex flex-wrap items-center gap-x-2">
                <code className="break-all">{source_ip}</code>
                {source_port !== null && <span className="text-muted">{t('detail.port', { port: source_port })}</span>}
                <CopyButton text={source_ip} />
              </span>
              <a
                href={reputationUrl(source_ip)}
                target="_blank"
                rel="noreferrer"
                className="mt-0.5 inline-flex items-center gap-1 rounded-xs text-accent text-xs underline-offset-2 hover:underline"
              >
                {t('detail.reputation')}
                <ExternalLink className="size-3" aria-hidden />
              </a>
            </dd>
          </>
        )}
        {event.username !== null && (
          <>
            <dt className="text-muted">{t('detail.user')}</dt>
            <dd className="wrap-anywhere">{event.username}</dd>
          </>
        )}
        <dt className="text-muted">{t('detail.from')}</dt>
        <dd className="figures">{format.dateTime(started_at)}</dd>
        {ended_at !== started_at && (
          <>
            <dt className="text-muted">{t('detail.to')}</dt>
            <dd className="figures">{format.dateTime(ended_at)}</dd>
          </>
        )}
        {isLate && (
          <>
            <dt className="text-muted">{t('detail.received')}</dt>
            <dd className="figures">
              {format.dateTime(created_at)} (<RelativeTime at={created_at} />)
            </dd>
          </>
        )}
        <dt className="text-muted">{t('detail.detectedBy')}</dt>
        <dd>{t(`source.${event.detector_source}`)}</dd>
      </dl>
      <div>
        <h3 className="mb-2 font-medium">{t('detail.evidence')}</h3>
        <dl className="grid grid-cols-[8rem_1fr] gap-x-5 gap-y-2">
          <EvidenceList evidence={event.evidence} />
        </dl>
      </div>
    </div>
  )
}
