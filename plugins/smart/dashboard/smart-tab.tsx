import {
  Badge,
  Card,
  type Column,
  EmptyState,
  ErrorState,
  Skeleton,
  Table,
  useApi,
  useFormat,
  useT,
} from '@svc/dashboard-sdk'
import { HardDrive } from 'lucide-react'
import type { ReactNode } from 'react'
import type { HostDisks } from '../src/disks-schema.ts'

type Disk = HostDisks['disks'][number]
const looks = [
  { tone: 'ok', text: 'disk.healthy' },
  { tone: 'warn', text: 'disk.worn' },
  { tone: 'danger', text: 'disk.failing' },
] as const

/** Those that are not zero are below the name where there is no room for their columns. */
const counts = ['reallocated', 'pending', 'uncorrectable'] as const

/** The health of the disks of a host. */
export default function SmartTab({ serverId }: { readonly serverId: string }): ReactNode {
  const t = useT()
  const format = useFormat()
  const { data, error, refetch } = useApi<HostDisks | null>(`/api/servers/${encodeURIComponent(serverId)}/smart`, {
    refetchInterval: 60_000,
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
  if (!data || data.disks.length === 0) {
    return (
      <div className="panel">
        <EmptyState
          icon={HardDrive}
          title={t(data ? 'disk.none' : 'disk.waiting')}
          description={t(data ? 'disk.noneHint' : 'disk.waitingHint')}
        />
      </div>
    )
  }
  const number = (id: (typeof counts)[number]): Column<Disk> => ({
    ...{ id, header: t(`disk.${id}`), align: 'right', className: 'max-lg:hidden figures' },
    cell: (disk) => (disk[id] === null ? '–' : format.number(disk[id])),
  })
  const columns: readonly Column<Disk>[] = [
    {
      id: 'device',
      header: t('disk.device'),
      className: 'max-w-0 w-1/2 lg:w-1/3',
      cell: ({ device, model, serial, ...disk }) => (
        <>
          <span className="block truncate font-medium">{device}</span>
          <span className="block truncate text-faint text-xs" data-tip={serial || undefined}>
            {model || '–'}
          </span>
          {counts.map(
            (id) =>
              (disk[id] ?? 0) > 0 && (
                <span key={id} className="figures block text-warn text-xs lg:hidden">
                  {t(`disk.${id}`)}: {format.number(disk[id] ?? 0)}
                </span>
              ),
          )}
        </>
      ),
    },
    {
      id: 'level',
      header: t('disk.health'),
      cell: ({ level }) => {
        const look = looks[level] ?? looks[2]
        return <Badge tone={look.tone}>{t(look.text)}</Badge>
      },
    },
    {
      id: 'celsius',
      header: t('disk.temperature'),
      align: 'right',
      className: 'whitespace-nowrap figures',
      cell: ({ celsius }) => (celsius === null ? '–' : `${format.number(celsius)} °C`),
    },
    {
      id: 'wear',
      header: t('disk.wear'),
      align: 'right',
      className: 'max-sm:hidden figures',
      cell: ({ used_percent }) => (used_percent === null ? '–' : format.percent(used_percent, 0)),
    },
    ...counts.map(number),
    {
      id: 'hours',
      header: t('disk.powerOn'),
      align: 'right',
      className: 'max-sm:hidden whitespace-nowrap figures',
      cell: ({ power_on_hours }) => (power_on_hours === null ? '–' : format.duration(power_on_hours * 3600)),
    },
  ]
  return (
    <Card
      flush
      title={t('tab.title')}
      description={t('disk.read', { at: format.dateTime(Date.parse(data.reported_at)) })}
    >
      <Table caption={t('tab.title')} rows={data.disks} rowKey={({ device }) => device} columns={columns} />
    </Card>
  )
}
