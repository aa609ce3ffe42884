import { Card, type Column, EmptyState, RelativeTime, Table, useApi, useMe, useServer, useT } from '@svc/dashboard-sdk'
import { CircleArrowUp } from 'lucide-react'
import type { ReactNode } from 'react'
import type { UpgradeJob } from '../src/upgrade-schema.ts'
import { JobMark } from './job-mark.tsx'
import { historyPath } from './paths.ts'
import { useUpgradeChanges } from './use-upgrade-changes.ts'
import { VersionForm } from './version-form.tsx'

/** Capability bit of `upgrade`. */
const upgradeBit = 4

/** Upgrades the agent of a server. */
export default function UpgradeTab({ serverId }: { readonly serverId: string }): ReactNode {
  const t = useT()
  const { isAdmin } = useMe()
  if (!isAdmin) return <EmptyState icon={CircleArrowUp} title={t('tab.adminsOnly')} />
  return <Upgrades serverId={serverId} />
}

function Upgrades({ serverId }: { serverId: string }) {
  const t = useT()
  const server = useServer(serverId)
  const path = historyPath(serverId)
  const { data, error, refetch } = useApi<readonly UpgradeJob[]>(path)
  useUpgradeChanges(path)
  const isPermitted = ((server?.capabilities ?? 0) & upgradeBit) !== 0
  const isRunning = data?.[0]?.status === 'running'
  const reason = !server?.online ? 'offline' : isPermitted ? 'hint' : 'denied'
  const columns: readonly Column<UpgradeJob>[] = [
    {
      id: 'version',
      header: t('job.version'),
      cell: ({ from_version, target_version }) => (
        <span className="font-mono text-sm">
          {from_version ?? '?'} → {target_version}
        </span>
      ),
    },
    {
      id: 'state',
      header: t('job.state'),
      cell: ({ status, stage, error_text }) => <JobMark state={status} stage={stage} error_text={error_text} />,
    },
    {
      id: 'started',
      header: t('job.started'),
      align: 'right',
      cell: ({ started_at }) => <RelativeTime at={started_at} />,
    },
  ]
  return (
    <div className="grid gap-4">
      <Card title={t('tab.heading')} description={t(`tab.${reason}`)}>
        <VersionForm
          path={`/api/servers/${serverId}/upgrade`}
          invalidates={[path]}
          disabled={isRunning || reason !== 'hint'}
          action={t('tab.start')}
          question={(version) => t('tab.question', { name: server?.name ?? '', version })}
          consequences={t('tab.consequences')}
        />
      </Card>
      <Card flush title={t('job.history')}>
        <Table
          caption={t('job.history')}
          columns={columns}
          rows={data}
          rowKey={({ job_id }) => job_id}
          error={error}
          onRetry={() => void refetch()}
          empty={<EmptyState icon={CircleArrowUp} title={t('job.empty')} />}
        />
      </Card>
    </div>
  )
}
