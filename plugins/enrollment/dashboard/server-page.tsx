import {
  ApiError,
  Badge,
  Button,
  EmptyState,
  ErrorState,
  PageHeader,
  PageLink,
  Skeleton,
  Slot,
  useApi,
  useCatchUp,
  useInvalidate,
  useLive,
  useLiveMessage,
  usePageParams,
  useServer,
  useT,
} from '@svc/dashboard-sdk'
import type { ServerRecord } from '@svc/plugin-enrollment/contract'
import { ServerOff, StickyNote } from 'lucide-react'
import type { ReactNode } from 'react'
import { ServerFacts } from './detail/server-facts.tsx'
import { ServerHeader } from './detail/server-header.tsx'
import { ServerTabs } from './detail/server-tabs.tsx'
import { locationAttribution, serverGauges, serverPage, serversPage } from './pages.ts'

/** The notes of a server; members do not receive the internal one. */
function ServerNotes({ record }: { record: ServerRecord }): ReactNode {
  const t = useT()
  const notes = [
    { key: 'internal', text: record.remark },
    { key: 'public', text: record.public_remark },
  ].filter(({ text }) => text)
  if (notes.length === 0 && !record.hidden) return null
  return (
    <div className="mb-4 flex flex-col gap-2 text-sm">
      {record.hidden && (
        <p>
          <Badge tone="warn">{t('detail.hidden')}</Badge>
        </p>
      )}
      {notes.map(({ key, text }) => (
        <p key={key} className="flex items-start gap-2.5">
          <StickyNote className="mt-0.5 size-4 shrink-0 text-faint" aria-hidden />
          <span className="sr-only">{t(`detail.note.${key}`)}</span>
          <span className="min-w-0 max-w-prose whitespace-pre-line break-words text-muted">{text}</span>
          {key === 'public' && <Badge className="shrink-0">{t('detail.public')}</Badge>}
        </p>
      ))}
    </div>
  )
}

/** As high as the gauges, so that nothing moves when they come. */
const gauges = <Skeleton className="mb-4 h-35 rounded-lg lg:h-24.5" />

/** The page of a server. What does not need its record is asked for at once. */
export default function ServerPage(): ReactNode {
  const { id } = usePageParams(serverPage)
  const path = `/api/servers/${encodeURIComponent(id)}`
  const query = useApi<ServerRecord>(path)
  const row = useServer(id)
  const { loaded } = useLive()
  const invalidate = useInvalidate()
  const refreshIfAffected = (message: { server_id?: string; server_ids?: readonly string[] }) => {
    const { server_id, server_ids } = message
    if (server_id === id || server_ids?.includes(id) || server_ids?.length === 0) void invalidate(path)
  }
  useLiveMessage('agent_info_updated', refreshIfAffected)
  useLiveMessage('capabilities_changed', refreshIfAffected)
  useLiveMessage('agent_authority_changed', refreshIfAffected)
  useLiveMessage('servers_changed', refreshIfAffected)
  // Changes during a disconnect have been missed.
  useCatchUp(() => void invalidate(path))
  const record = query.data

  if (query.error instanceof ApiError && query.error.status === 404) return <ServerNotFound />
  if (!record && query.error) return <ErrorState error={query.error} onRetry={() => void query.refetch()} />
  return (
    <>
      {record && (row || loaded) ? (
        <>
          <ServerHeader record={record} row={row} />
          <ServerFacts record={record} row={row} />
          <ServerNotes record={record} />
        </>
      ) : (
        <div aria-busy="true">
          <Skeleton className="mb-4 h-8.5 w-64 max-w-full" />
          <Skeleton className="mb-4 h-5 w-96 max-w-full" />
        </div>
      )}
      {row && <Slot of={serverGauges} server={row} pending={gauges} />}
      {!row && !loaded && gauges}
      <ServerTabs serverId={id} record={record} row={row} />
      <Slot of={locationAttribution} pending={null} />
    </>
  )
}

function ServerNotFound() {
  const t = useT()
  return (
    <>
      <PageHeader title={t('detail.unknown')} />
      <div className="panel">
        <EmptyState
          icon={ServerOff}
          title={t('detail.unknownHint')}
          action={
            <Button asChild>
              <PageLink page={serversPage}>{t('detail.toList')}</PageLink>
            </Button>
          }
        />
      </div>
    </>
  )
}
