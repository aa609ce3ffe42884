import { type Column, useFormat, useT } from '@svc/dashboard-sdk'
import { type ReactNode, useMemo } from 'react'
import { ServerLink } from '../server-table.tsx'
import { Advisories } from './advice.tsx'
import { BurnBar } from './burn-bar.tsx'
import type { CostColumn } from './cost-search.ts'
import type { CostRow } from './fleet-cost.ts'

const Burn = ({ row }: { row: CostRow }) => {
  const t = useT()
  const format = useFormat()
  if (row.cycle_burn_percent === null) return <span className="text-faint">–</span>
  return (
    <BurnBar
      percent={row.cycle_burn_percent}
      label={t('cost.burnOf', { name: row.name })}
      detail={format.money(row.cycle_cost_elapsed ?? Number.NaN, row.currency)}
    />
  )
}

/** Columns of the cost table. */
export function useCostColumns(): readonly (Column<CostRow> & { header: string })[] {
  const t = useT()
  const format = useFormat()
  return useMemo(() => {
    const column = (
      id: CostColumn,
      cell: (row: CostRow) => ReactNode,
      more: Partial<Omit<Column<CostRow>, 'header'>> = {},
    ) => ({
      id,
      header: t(`cost.column.${id}`),
      cell,
      sortable: true,
      align: 'right' as const,
      first: 'desc' as const,
      className: 'whitespace-nowrap',
      ...more,
    })
    const money = (row: CostRow, value: number | null) => format.money(value ?? Number.NaN, row.currency)
    return [
      column('name', (row) => <ServerLink id={row.server_id} name={row.name} />, {
        align: 'left',
        first: 'asc',
        className: 'max-w-0 w-[28%] min-w-36',
      }),
      column('day', (row) => money(row, row.cost_per_day)),
      column('month', (row) => <span className="font-medium">{money(row, row.cost_per_month_equivalent)}</span>),
      column('burn', (row) => <Burn row={row} />, { align: 'left', className: 'w-[18%] min-w-32' }),
      column('left', (row) => format.number(row.days_remaining ?? Number.NaN), { first: 'asc' }),
      column('advice', (row) => <Advisories of={row} />, { align: 'left', className: 'min-w-36' }),
    ]
  }, [t, format])
}

/** A row as a card, for narrow screens. */
export function CostEntry({ row }: { row: CostRow }): ReactNode {
  const t = useT()
  const format = useFormat()
  const money = (value: number | null) => format.money(value ?? Number.NaN, row.currency)
  return (
    <>
      <div className="flex items-baseline justify-between gap-3">
        <ServerLink id={row.server_id} name={row.name} />
        {row.configured && (
          <span className="figures shrink-0 font-medium text-sm">
            {t('cost.perMonth', { sum: money(row.cost_per_month_equivalent) })}
          </span>
        )}
      </div>
      {row.configured && (
        <p className="figures mt-0.5 flex justify-between gap-3 text-faint text-xs">
          <span>{t('cost.perDay', { sum: money(row.cost_per_day) })}</span>
          {row.days_remaining !== null && <span>{t('traffic.daysLeft', { count: row.days_remaining })}</span>}
        </p>
      )}
      {row.cycle_burn_percent !== null && (
        <div className="mt-1.5">
          <Burn row={row} />
        </div>
      )}
      {(row.advisories.length > 0 || row.invalid_reason) && (
        <div className="mt-2.5">
          <Advisories of={row} />
        </div>
      )}
    </>
  )
}
