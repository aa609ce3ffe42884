import {
  Button,
  errorText,
  PageLink,
  Skeleton,
  Stat,
  useApi,
  useFormat,
  useMe,
  useServer,
  useT,
} from '@svc/dashboard-sdk'
import { serverPage } from '@svc/plugin-enrollment/dashboard/pages'
import type { CostInsights } from '@svc/plugin-metrics/contract'
import { ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { everyMinute } from '../accounting/queries.ts'
import { Advisories } from './advice.tsx'
import { BurnBar } from './burn-bar.tsx'

/** Costs of a server above its metrics. Hidden without a price. */
export function CostBar({ serverId }: { readonly serverId: string }): ReactNode {
  const t = useT()
  const { isAdmin } = useMe()
  const name = useServer(serverId)?.name ?? ''
  const answer = useApi<CostInsights>(`/api/servers/${encodeURIComponent(serverId)}/cost-insights`, everyMinute)
  const insights = answer.data
  if (!insights) {
    if (!answer.error) return <Skeleton className="h-24 rounded-lg" />
    // secondary information, so a failure only takes one line
    return (
      <p role="alert" className="panel px-5 py-3 text-muted text-sm">
        {t('cost.failed', { reason: errorText(answer.error, t) })}
      </p>
    )
  }
  if (!insights.configured) {
    if (!isAdmin || insights.invalid_reason === 'missing_price') return null
    return (
      <section aria-label={t('cost.title')} className="panel flex flex-wrap items-center gap-3 px-5 py-3">
        <Advisories of={{ ...insights, name }} />
        <Button asChild size="sm">
          <PageLink page={serverPage} params={{ id: serverId }} search={{ edit: 'billing' }}>
            {t('cost.edit')}
          </PageLink>
        </Button>
      </section>
    )
  }
  return <Bar insights={insights} name={name} />
}

function Bar({ insights, name }: { insights: CostInsights; name: string }) {
  const t = useT()
  const format = useFormat()
  const money = (value: number | null) => format.money(value ?? Number.NaN, insights.currency)
  const { cycle_start, cycle_end, cycle_burn_percent } = insights
  return (
    <section aria-label={t('cost.title')} className="panel px-5 py-4">
      <div className="grid items-center gap-x-6 gap-y-3 lg:grid-cols-3">
        <dl className="grid grid-cols-2 gap-x-6 gap-y-3 sm:grid-cols-4 lg:col-span-2">
          <Stat label={t('cost.column.month')}>{money(insights.cost_per_month_equivalent)}</Stat>
          <Stat label={t('cost.column.day')}>{money(insights.cost_per_day)}</Stat>
          <Stat label={t('cost.unused')}>{money(insights.cycle_cost_remaining)}</Stat>
          <Stat label={t('cost.column.left')}>{format.number(insights.days_remaining ?? Number.NaN)}</Stat>
        </dl>
        {cycle_burn_percent !== null && cycle_start && cycle_end && (
          <BurnBar
            percent={cycle_burn_percent}
            label={t('cost.burnOf', { name })}
            detail={t('traffic.span', { from: format.date(cycle_start), to: format.date(cycle_end) })}
          />
        )}
      </div>
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2 *:mt-3">
        <UnitCosts insights={insights} />
        {insights.advisories.length > 0 && <Advisories of={{ ...insights, name }} />}
      </div>
    </section>
  )
}

const units = ['cost_per_cpu_core', 'cost_per_gb_memory', 'cost_per_gb_disk', 'cost_per_tb_traffic_limit'] as const

/** Monthly cost per resource, for comparing offers. */
function UnitCosts({ insights: { resource_value, currency } }: { insights: CostInsights }) {
  const t = useT()
  const format = useFormat()
  const values = units.flatMap((unit) => {
    const value = resource_value?.[unit] ?? null
    return value === null ? [] : [{ unit, value }]
  })
  if (values.length === 0) return null
  return (
    <details className="group min-w-0 text-sm">
      <summary className="inline-flex list-none items-center gap-1 rounded-xs text-muted hover:text-ink">
        <ChevronRight className="size-4 group-open:rotate-90" aria-hidden />
        {t('cost.unitCosts')}
      </summary>
      <dl className="mt-2 grid grid-cols-[auto_auto] gap-x-6 gap-y-1 pl-5 text-xs">
        {values.map(({ unit, value }) => (
          <div key={unit} className="contents">
            <dt className="text-faint">{t(`cost.unit.${unit}`)}</dt>
            <dd className="figures text-right">{t('cost.perMonth', { sum: format.money(value, currency) })}</dd>
          </div>
        ))}
      </dl>
    </details>
  )
}
