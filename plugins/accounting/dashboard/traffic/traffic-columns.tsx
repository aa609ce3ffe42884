import { Badge, type Column, Meter, percentText, useFormat, useT } from '@svc/dashboard-sdk'
import type { TrafficOverview } from '@svc/plugin-accounting/contract'
import { TriangleAlert } from 'lucide-react'
import { type ReactNode, useMemo } from 'react'
import { ServerLink } from '../server-table.tsx'
import { countedType, totalOf } from './fleet-traffic.ts'
import type { TrafficColumn } from './traffic-search.ts'

type Row = TrafficOverview

/** The limit and its direction, or "Unlimited". */
function Limit({ row }: { row: Row }): ReactNode {
  const t = useT()
  const format = useFormat()
  const type = countedType(row.traffic_limit_type)
  if (row.traffic_limit === null) return <Badge>{t('traffic.unlimited')}</Badge>
  return (
    <span className="figures inline-flex flex-wrap items-baseline justify-end gap-x-1.5">
      {format.bytes(row.traffic_limit, row.traffic_limit)}
      {type && <span className="text-faint text-xs">{t(`traffic.counted.${type}`)}</span>}
    </span>
  )
}

/** Forecast for the end of the cycle. */
function Outlook({ row: { prediction, traffic_limit } }: { row: Row }): ReactNode {
  const t = useT()
  const format = useFormat()
  if (!prediction) return <span className="text-faint">–</span>
  const text = percentText(prediction.estimated_percent, format)
  const title = t('traffic.estimate', { total: format.bytes(prediction.estimated_total, traffic_limit ?? 0) })
  if (!prediction.will_exceed) {
    return (
      <span className="figures" data-tip={title}>
        {text}
      </span>
    )
  }
  return (
    <Badge tone="danger" hint={title} className="figures">
      <TriangleAlert aria-hidden />
      <span className="sr-only">{t('traffic.willExceed')} </span>
      {text}
    </Badge>
  )
}

const Usage = ({ row }: { row: Row }) => {
  const t = useT()
  if (row.percent_used === null) return <span className="text-faint">–</span>
  return <Meter value={row.percent_used} label={t('traffic.usageOf', { name: row.name })} />
}

/** Columns of the traffic table. */
export function useTrafficColumns(): readonly (Column<Row> & { header: string })[] {
  const t = useT()
  const format = useFormat()
  return useMemo(() => {
    const column = (
      id: TrafficColumn,
      cell: (row: Row) => ReactNode,
      more: Partial<Omit<Column<Row>, 'header'>> = {},
    ) => ({
      id,
      header: t(`traffic.column.${id}`),
      cell,
      sortable: true,
      align: 'right' as const,
      first: 'desc' as const,
      className: 'whitespace-nowrap',
      ...more,
    })
    // decimal or binary like the limit of the row, so that they can be compared
    const size = ({ traffic_limit }: Row, bytes: number) => format.bytes(bytes, traffic_limit ?? 0)
    return [
      column('name', (row) => <ServerLink id={row.server_id} name={row.name} tab="traffic" />, {
        align: 'left',
        first: 'asc',
        className: 'max-w-0 w-[26%] min-w-36',
      }),
      column('in', (row) => size(row, row.cycle_in), { className: 'whitespace-nowrap max-xl:hidden' }),
      column('out', (row) => size(row, row.cycle_out), { className: 'whitespace-nowrap max-xl:hidden' }),
      column('total', (row) => <span className="font-medium">{size(row, totalOf(row))}</span>),
      column('limit', (row) => <Limit row={row} />),
      column('usage', (row) => <Usage row={row} />, { align: 'left', className: 'w-[16%] min-w-28' }),
      column('prediction', (row) => <Outlook row={row} />),
      column('left', (row) => format.number(row.days_remaining), { first: 'asc' }),
    ]
  }, [t, format])
}

/** A row as a card, for narrow screens. */
export function TrafficEntry({ row }: { row: Row }): ReactNode {
  const t = useT()
  const format = useFormat()
  const facts: [label: string, value: ReactNode][] = [
    [t('traffic.column.in'), format.bytes(row.cycle_in, row.traffic_limit ?? 0)],
    [t('traffic.column.out'), format.bytes(row.cycle_out, row.traffic_limit ?? 0)],
    [t('traffic.column.limit'), <Limit key="limit" row={row} />],
    [t('traffic.column.prediction'), <Outlook key="outlook" row={row} />],
  ]
  return (
    <>
      <div className="flex items-baseline justify-between gap-3">
        <ServerLink id={row.server_id} name={row.name} tab="traffic" />
        <span className="shrink-0 text-faint text-xs">{t('traffic.daysLeft', { count: row.days_remaining })}</span>
      </div>
      {row.percent_used !== null && (
        <div className="mt-1.5">
          <Meter
            value={row.percent_used}
            label={t('traffic.usageOf', { name: row.name })}
            detail={format.bytes(totalOf(row), row.traffic_limit ?? 0)}
          />
        </div>
      )}
      <dl className="mt-2 grid grid-cols-2 gap-x-4 gap-y-1.5 text-xs">
        {facts.map(([label, value]) => (
          <div key={label} className="flex min-w-0 items-center justify-between gap-2">
            <dt className="text-faint">{label}</dt>
            <dd className="figures">{value}</dd>
          </div>
        ))}
      </dl>
    </>
  )
}
