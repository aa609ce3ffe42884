import {
  Card,
  EmptyState,
  ErrorState,
  LoadMore,
  PageLink,
  Skeleton,
  usePages,
  useServerNames,
  useT,
} from '@svc/dashboard-sdk'
import { serverPage } from '@svc/plugin-enrollment/dashboard/pages'
import type { UnlockEvent, UnlockService } from '@svc/plugin-ip-quality/contract'
import { ArrowRight, History } from 'lucide-react'
import type { ReactNode } from 'react'
import { ipQualityTab } from '../pages.ts'
import { eventsPath } from '../paths.ts'
import { CheckedAt, StatusMark } from './status-mark.tsx'

/** What has changed between checks, on all servers or on one. */
export function ChangesCard(props: { services: readonly UnlockService[] | undefined; serverId?: string }): ReactNode {
  const { services = [], serverId } = props
  const t = useT()
  const { items, error, refetch, pages } = usePages<UnlockEvent>(eventsPath, {
    search: { limit: 20, ...(serverId !== undefined && { server_id: serverId }) },
  })
  const names = new Map(services.map(({ id, name }) => [id, name]))
  const servers = useServerNames()
  return (
    <Card flush title={t('changes.title')} description={t('changes.lead')}>
      {items ? (
        items.length === 0 ? (
          <EmptyState icon={History} title={t('changes.empty')} description={t('changes.emptyHint')} />
        ) : (
          <ul aria-label={t('changes.title')} className="divide-y border-t text-sm">
            {items.map(({ id, server_id, service_id, old_status, new_status, changed_at }) => (
              <li key={id} className="flex flex-wrap items-center gap-x-4 gap-y-1 px-5 py-2.5">
                <div className="min-w-0 basis-56 max-sm:basis-full">
                  <p className="font-medium">{names.get(service_id) ?? t('changes.deleted')}</p>
                  {serverId === undefined && (
                    <PageLink
                      page={serverPage}
                      params={{ id: server_id }}
                      search={{ tab: ipQualityTab }}
                      className="wrap-anywhere rounded-xs text-muted text-xs hover:text-accent hover:underline"
                    >
                      {servers.get(server_id) ?? server_id}
                    </PageLink>
                  )}
                </div>
                <span className="inline-flex flex-1 flex-wrap items-center gap-2">
                  <StatusMark status={old_status} className="text-muted" />
                  <ArrowRight className="size-3.5 text-faint" role="img" aria-label={t('changes.to')} />
                  <StatusMark status={new_status} />
                </span>
                <CheckedAt at={changed_at} />
              </li>
            ))}
          </ul>
        )
      ) : error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        <Skeleton className="m-5 h-24" />
      )}
      <LoadMore pages={pages} />
    </Card>
  )
}
