import { Card, EmptyState, ErrorState, Skeleton, Table, useApi, useFormat, useT } from '@svc/dashboard-sdk'
import { CircleCheck } from 'lucide-react'
import type { ReactNode } from 'react'
import type { HostUnits } from '../src/units-schema.ts'

/** The failed units of a host. */
export default function SystemdTab({ serverId }: { readonly serverId: string }): ReactNode {
  const t = useT()
  const format = useFormat()
  const { data, error, refetch } = useApi<HostUnits | null>(`/api/servers/${encodeURIComponent(serverId)}/systemd`, {
    refetchInterval: 30_000,
  })
  if (data === undefined) {
    return error ? (
      <div className="panel">
        <ErrorState error={error} onRetry={() => void refetch()} />
      </div>
    ) : (
      <Skeleton className="h-40 rounded-lg" />
    )
  }
  if (!data || data.failed.length === 0) {
    return (
      <div className="panel">
        <EmptyState
          icon={CircleCheck}
          title={t(data ? 'units.none' : 'units.waiting')}
          description={t(data ? 'units.noneHint' : 'units.waitingHint')}
        />
      </div>
    )
  }
  return (
    <Card
      flush
      title={t('units.failed', { count: data.failed.length })}
      description={t('units.since', { at: format.dateTime(Date.parse(data.reported_at)) })}
    >
      <Table
        caption={t('tab.title')}
        rows={data.failed}
        rowKey={({ name }) => name}
        columns={[
          {
            id: 'name',
            header: t('units.name'),
            className: 'sm:w-1/2',
            cell: ({ name, description }) => (
              <>
                <span className="wrap-anywhere font-medium font-mono">{name}</span>
                <span className="wrap-anywhere mt-0.5 block text-muted text-xs sm:hidden">{description}</span>
              </>
            ),
          },
          {
            id: 'description',
            header: t('units.description'),
            className: 'max-sm:hidden wrap-anywhere',
            cell: ({ description }) => description || '–',
          },
        ]}
      />
      <p className="px-5 py-3 text-muted text-sm">{t('units.hint')}</p>
    </Card>
  )
}
