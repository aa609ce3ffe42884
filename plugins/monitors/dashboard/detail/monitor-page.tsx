import {
  ApiError,
  Button,
  EmptyState,
  ErrorState,
  PageHeader,
  PageLink,
  Skeleton,
  useApi,
  useInvalidate,
  usePageParams,
  useT,
} from '@svc/dashboard-sdk'
import { StaleQueryNote } from '@svc/dashboard-sdk/widgets'
import type { MonitorDetail } from '@svc/plugin-monitors/contract'
import { SearchX } from 'lucide-react'
import type { ReactNode } from 'react'
import { monitorPage, monitorsPage } from '../pages.ts'
import { monitorPath } from '../paths.ts'
import { useMonitorChanges } from '../use-monitor-changes.ts'
import { DetailCard } from './detail-card.tsx'
import { MonitorHeader } from './monitor-header.tsx'
import { OutageNote } from './outage-note.tsx'
import { PushCard } from './push-card.tsx'
import { RecordsCard } from './records-card.tsx'
import { SummarySection } from './summary-section.tsx'

/** The detail page of a monitor. */
export default function MonitorPage(): ReactNode {
  const { id } = usePageParams(monitorPage)
  // The key resets the page of the check history for another monitor.
  return <MonitorDetails key={id} id={id} />
}

function MonitorDetails({ id }: { id: string }) {
  const path = monitorPath(id)
  const { data: monitor, error, refetch } = useApi<MonitorDetail>(path, { staleTime: 5000, refetchInterval: 60_000 })
  const invalidate = useInvalidate()
  // Not the summary: it is expensive, and is refreshed every minute anyway.
  useMonitorChanges(() => {
    void refetch()
    void invalidate(`${path}/records`)
  }, id)
  if (error instanceof ApiError && error.status === 404) return <NotFound />
  if (!monitor) {
    return error ? (
      <ErrorState error={error} onRetry={() => void refetch()} />
    ) : (
      <div aria-busy="true">
        <Skeleton className="mb-6 h-14 w-72" />
        <Skeleton className="mb-4 h-20 rounded-lg" />
        <Skeleton className="h-72 rounded-lg" />
      </div>
    )
  }
  return (
    <>
      <MonitorHeader monitor={monitor} />
      {error && <StaleQueryNote error={error} onRetry={() => void refetch()} />}
      <OutageNote monitor={monitor} />
      <PushCard monitor={monitor} />
      <SummarySection monitor={monitor} />
      <DetailCard monitor={monitor} />
      <RecordsCard monitor={monitor} />
    </>
  )
}

function NotFound() {
  const t = useT()
  return (
    <>
      <PageHeader title={t('detail.unknown')} />
      <div className="panel">
        <EmptyState
          icon={SearchX}
          title={t('detail.unknownHint')}
          action={
            <Button asChild>
              <PageLink page={monitorsPage}>{t('detail.toList')}</PageLink>
            </Button>
          }
        />
      </div>
    </>
  )
}
