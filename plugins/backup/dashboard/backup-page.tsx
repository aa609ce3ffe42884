import { Card, ErrorState, PageHeader, Skeleton, useApi, useT } from '@svc/dashboard-sdk'
import type { ReactNode } from 'react'
import type { BackupState } from '../src/backup-schema.ts'
import { backupRoute } from './backup-requests.ts'
import { DownloadCard } from './download-card.tsx'
import { FormerCard } from './former-card.tsx'
import { RestoreCard } from './restore-card.tsx'

/** Backup and restore of this server. */
export default function BackupPage(): ReactNode {
  const t = useT()
  const { data, error, refetch } = useApi<BackupState>(backupRoute)
  return (
    <>
      <PageHeader title={t('backup.title')} description={t('backup.lead')} />
      <div className="grid max-w-2xl gap-5">
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
