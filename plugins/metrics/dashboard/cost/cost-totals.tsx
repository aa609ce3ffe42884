import { useFormat, useT } from '@svc/dashboard-sdk'
import type { CostOverview } from '@svc/plugin-metrics/contract'
import type { ReactNode } from 'react'

/** Total costs per currency; currencies cannot be added up. */
export function CostTotals({ totals }: { totals: CostOverview['currencies'] }): ReactNode {
  const t = useT()
  const format = useFormat()
  return (
    <ul aria-label={t('cost.totals')} className="mb-4 grid gap-3 md:grid-cols-[repeat(auto-fit,minmax(13.5rem,1fr))]">
      {totals.map(
        ({ currency, configured_server_count, monthly_equivalent_total, daily_total, cycle_elapsed_total }) => (
          <li key={currency} className="panel min-w-0 px-4 py-3">
            <p className="caption flex justify-between gap-3">
              <span className="min-w-0 truncate">{currency}</span>
              <span className="shrink-0">{t('cost.servers', { count: configured_server_count })}</span>
            </p>
            <p className="figures mt-0.5 break-words font-semibold text-[1.25rem] leading-7">
              {t('cost.perMonth', { sum: format.money(monthly_equivalent_total, currency) })}
            </p>
            <p className="figures flex flex-wrap gap-x-4 text-faint text-xs">
              <span>{t('cost.perDay', { sum: format.money(daily_total, currency) })}</span>
              <span>{t('cost.soFar', { sum: format.money(cycle_elapsed_total, currency) })}</span>
            </p>
          </li>
        ),
      )}
    </ul>
  )
}
