import { type Column, cn, Table, Tooltip, useFormat, useT } from '@svc/dashboard-sdk'
import { Gauge } from 'lucide-react'
import type { ReactNode } from 'react'
import { HopHostCell } from './hop-host.tsx'
import { type HopReading, isSilent } from './reading.ts'

type Times = 'last_ms' | 'avg_ms' | 'best_ms' | 'worst_ms' | 'jitter_ms' | 'stddev_ms'

const times: readonly { readonly field: Times; readonly look: string }[] = [
  { field: 'last_ms', look: 'max-xl:hidden' },
  { field: 'avg_ms', look: '' },
  { field: 'best_ms', look: 'max-md:hidden' },
  { field: 'worst_ms', look: 'max-md:hidden' },
  { field: 'jitter_ms', look: 'max-xl:hidden' },
  { field: 'stddev_ms', look: 'max-xl:hidden' },
]

const lossLook = (percent: number) => {
  if (percent === 0) return 'text-muted'
  return percent < 10 ? 'text-warn' : 'text-danger'
}

/** The hops of a trace with their statistics. */
export function HopTable({ readings }: { readonly readings: readonly HopReading[] }): ReactNode {
  const t = useT()
  const format = useFormat()
  const system: Column<HopReading> = {
    id: 'as',
    header: t('hop.as'),
    className: 'max-lg:hidden max-w-56',
    cell: ({ hosts: [first] }) =>
      first?.asn && (
        <span className="block truncate" data-tip={first.as_name ?? undefined}>
          <span className="figures">{first.asn}</span> <span className="text-muted">{first.as_name}</span>
        </span>
      ),
  }
  const columns: readonly Column<HopReading>[] = [
    {
      id: 'hop',
      header: t('hop.number'),
      align: 'right',
      className: 'w-10 text-muted',
      cell: ({ hop }) => hop.hop,
    },
    {
      id: 'host',
      header: t('hop.host'),
      className: 'max-w-0 w-full',
      cell: (reading) => <HopHostCell reading={reading} />,
    },
    ...(readings.some(({ hosts }) => hosts.some(({ asn }) => asn !== null)) ? [system] : []),
    {
      id: 'loss',
      header: t('hop.loss'),
      align: 'right',
      className: 'whitespace-nowrap',
      cell: ({ hop, carriedLoss, limitsAnswers }) => (
        <span
          className={cn(
            'inline-flex items-center gap-1',
            lossLook(limitsAnswers || isSilent(hop) ? 0 : (hop.loss_pct ?? 0)),
          )}
        >
          {limitsAnswers && (
            <Tooltip text={t('hop.limits', { carried: format.percent(carriedLoss) })}>
              <button type="button" aria-label={t('hop.limitsShort')} className="rounded-xs">
                <Gauge className="size-3.5" aria-hidden />
              </button>
            </Tooltip>
          )}
          {format.percent(hop.loss_pct ?? 0)}
        </span>
      ),
    },
    {
      id: 'sent',
      header: t('hop.sent'),
      align: 'right',
      className: 'max-xl:hidden text-muted',
      cell: ({ hop }) => hop.total_sent,
    },
    ...times.map(
      ({ field, look }): Column<HopReading> => ({
        id: field,
        header: t(`hop.${field}`),
        align: 'right',
        className: cn('whitespace-nowrap', look, field !== 'avg_ms' && 'text-muted'),
        cell: ({ hop }) => {
          const value = hop.total_recv ? hop[field] : undefined
          return value === undefined ? '–' : format.number(value, value < 10 ? 2 : 1)
        },
      }),
    ),
  ]
  return (
    <Table
      caption={t('hop.caption')}
      columns={columns}
      rows={readings}
      rowKey={({ hop }) => String(hop.hop)}
      rowClassName={({ hop }) => (isSilent(hop) ? 'text-muted' : undefined)}
    />
  )
}
