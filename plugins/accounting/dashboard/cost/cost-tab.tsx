import {
  Button,
  Card,
  EmptyState,
  ErrorState,
  PageLink,
  Skeleton,
  StaleNote,
  Stat,
  useApi,
  useFormat,
  useMe,
  useServer,
  useT,
} from '@svc/dashboard-sdk'
import type { CostInsights } from '@svc/plugin-accounting/contract'
import { serverPage } from '@svc/plugin-enrollment/dashboard/pages'
import { ChevronRight, Receipt } from 'lucide-react'
import type { ReactNode } from 'react'
import { everyMinute } from '../queries.ts'
import { Advisories } from './advice.tsx'
import { BurnBar } from './burn-bar.tsx'

/** What a server costs: per month and day, what is left of the cycle, and where money could be saved. */
export default function CostTab({ serverId }: { readonly serverId: string }): ReactNode {
  const t = useT()
  const { isAdmin } = useMe()
  const name = useServer(serverId)?.name ?? ''
  const answer = useApi<CostInsights>(`/api/servers/${encodeURIComponent(serverId)}/cost-insights`, everyMinute)
  const insights = answer.data
  const retry = () => void answer.refetch()
  if (!insights) {
    return answer.error ? (
      <div className="panel">
        <ErrorState error={answer.error} onRetry={retry} />
      </div>
    ) : (
      <Skeleton className="h-40 rounded-lg" />
    )
  }
  const edit = (
    <Button asChild size="sm">
      <PageLink page={serverPage} params={{ id: serverId }} search={{ tab: 'cost', edit: 'billing' }}>
        {t('cost.edit')}
      </PageLink>
    </Button>
  )
  return (
    <>
      <StaleNote error={answer.error} onRetry={retry} />
      <Card title={t('cost.title')} actions={isAdmin && edit}>
        {insights.configured ? (
          <Bar insights={insights} name={name} />
        ) : (
          <EmptyState
            icon={Receipt}
            title={t('cost.noPrice')}
            description={isAdmin ? <Reason insights={insights} name={name} /> : t('cost.emptyMember')}
          />
        )}
      </Card>
    </>
  )
}

/** Why there are no costs; an incomplete price has its own hint. */
function Reason({ insights, name }: { insights: CostInsights; name: string }) {
  const t = useT()
  if (insights.invalid_reason === 'missing_price') return t('cost.noPriceHint')
  return <Advisories of={{ ...insights, name }} />
}

function Bar({ insights, name }: { insights: CostInsights; name: string }) {
  const t = useT()
  const format = useFormat()
  const money = (value: number | null) => format.money(value ?? Number.NaN, insights.currency)
  const { cycle_start, cycle_end, cycle_burn_percent } = insights
  return (
    <>
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
    </>
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
