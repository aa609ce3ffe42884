import {
  ApiError,
  Button,
  EmptyState,
  ErrorState,
  PageHeader,
  PageLink,
  Skeleton,
  Slot,
  useApi,
  useInvalidate,
  useLiveMessage,
  usePageParams,
  useServer,
  useT,
} from '@svc/dashboard-sdk'
import type { ServerRecord } from '@svc/plugin-enrollment/contract'
import { ServerOff } from 'lucide-react'
import type { ReactNode } from 'react'
import { ServerFacts } from './detail/server-facts.tsx'
import { ServerHeader } from './detail/server-header.tsx'
import { ServerNotes } from './detail/server-notes.tsx'
import { ServerTabs } from './detail/server-tabs.tsx'
import { placeNotes, serverPage, serversPage } from './pages.ts'

/** Everything about one server. */
export default function ServerPage(): ReactNode {
  const { id } = usePageParams(serverPage)
  const path = `/api/servers/${encodeURIComponent(id)}`
  const answer = useApi<ServerRecord>(path)
  const row = useServer(id)
  const invalidate = useInvalidate()
  const renew = (message: { server_id?: string; server_ids?: readonly string[] }) => {
    const { server_id, server_ids } = message
    if (server_id === id || server_ids?.includes(id) || server_ids?.length === 0) void invalidate(path)
  }
  useLiveMessage('agent_info_updated', renew)
  useLiveMessage('capabilities_changed', renew)
  useLiveMessage('agent_authority_changed', renew)
  useLiveMessage('servers_changed', renew)
  // what changed while the connection was away was told to nobody here
  useLiveMessage('full_sync', () => void invalidate(path))
  const record = answer.data

  if (answer.error instanceof ApiError && answer.error.status === 404) return <Unknown />
  if (!record) {
    return answer.error ? (
      <ErrorState failure={answer.error} onRetry={() => void answer.refetch()} />
    ) : (
      <div aria-busy="true">
        <Skeleton className="mb-6 h-8 w-64" />
        <Skeleton className="mb-6 h-32 rounded-lg" />
        <Skeleton className="h-72 rounded-lg" />
      </div>
    )
  }
  return (
    <>
      <ServerHeader record={record} row={row} />
      <ServerFacts record={record} row={row} />
      <ServerNotes record={record} />
      <ServerTabs record={record} row={row} />
      <Slot of={placeNotes} />
    </>
  )
}

function Unknown() {
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
