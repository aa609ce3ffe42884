import { Card, ErrorState, PageHeader, Skeleton, StaleNote, useApi, useT } from '@svc/dashboard-sdk'
import type { ReactNode } from 'react'
import type { Plan } from '../src/plans/plan-schema.ts'
import { DownloadCard } from './download/download-card.tsx'
import { FormerCard } from './former-card.tsx'
import { OperationNote } from './parts/operation-note.tsx'
import { plansPath } from './paths.ts'
import { PlansCard } from './plans/plans-card.tsx'
import { RestoreCard } from './restore/restore-card.tsx'
import { useBackupState } from './use-backup-state.ts'

/** Backup and restore of this server. */
export default function BackupPage(): ReactNode {
  const t = useT()
  const { data, error, refetch } = useBackupState()
  const plans = useApi<Plan[]>(plansPath)
  const running = plans.data?.find(({ id }) => id === data?.operation?.plan_id)
  return (
    <>
      <PageHeader title={t('backup.title')} description={t('backup.lead')} />
      {data && <StaleNote error={error} onRetry={() => void refetch()} className="max-w-2xl" />}
      {data?.operation && <OperationNote operation={data.operation} name={running?.name} />}
      <div className="grid max-w-2xl gap-5">
        <PlansCard plans={plans.data} error={plans.error} onRetry={() => void plans.refetch()} state={data} />
        {data ? (
          <>
            <DownloadCard state={data} />
            <RestoreCard state={data} />
            {data.former.length > 0 && <FormerCard former={data.former} />}
          </>
        ) : (
          <Card>
            {error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <Skeleton className="h-32 w-full" />}
          </Card>
        )}
      </div>
    </>
  )
}
