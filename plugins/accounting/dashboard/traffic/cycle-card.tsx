import { Badge, Card, Meter, percentText, Stat, useFormat, useT } from '@svc/dashboard-sdk'
import type { ServerTraffic } from '@svc/plugin-accounting/contract'
import type { ReactNode } from 'react'
import { countedType } from './fleet-traffic.ts'
import { countedBytes, type Forecast, forecastOf } from './forecast.ts'
import { SplitBar } from './split-bar.tsx'

/** The current billing cycle: usage, limit and forecast. */
export function CycleCard(props: { traffic: ServerTraffic; today: string; timezone: string }): ReactNode {
  const { traffic, today, timezone } = props
  const t = useT()
  const format = useFormat()
  const { bytes_in, bytes_out, bytes_total, traffic_limit, usage_percent } = traffic
  const type = countedType(traffic.traffic_limit_type)
  // everything in the units of the limit, decimal or binary, so that it can be compared
  const size = (bytes: number) => format.bytes(bytes, traffic_limit ?? 0)
  const span = t('traffic.span', { from: format.date(traffic.cycle_start), to: format.date(traffic.cycle_end) })
  return (
    <Card title={t('traffic.cycle')} description={`${span} · ${t('traffic.zone', { zone: timezone })}`}>
      {usage_percent === null || traffic_limit === null ? (
        <p className="flex items-center gap-2">
          <span className="figures font-semibold text-[1.25rem]">{size(bytes_total)}</span>
          <Badge>{t('traffic.unlimited')}</Badge>
        </p>
      ) : (
        <Meter
          thick
          value={usage_percent}
          label={t('traffic.cycle')}
          detail={t('traffic.used', {
            used: size(countedBytes(traffic)),
            limit: size(traffic_limit),
            context: type,
          })}
        />
      )}
      <Outlook forecast={forecastOf(traffic, today)} size={size} />
      <dl className="mt-4 grid grid-cols-2 gap-x-6 gap-y-3.5 sm:grid-cols-4">
        <Stat label={t('line.in')}>{size(bytes_in)}</Stat>
        <Stat label={t('line.out')}>{size(bytes_out)}</Stat>
        <Stat label={t('traffic.column.total')}>{size(bytes_total)}</Stat>
        <Stat label={t('traffic.column.left')}>{format.number(traffic.days_remaining)}</Stat>
      </dl>
      <div className="mt-4">
        <SplitBar bytesIn={bytes_in} bytesOut={bytes_out} of={bytes_total} />
      </div>
    </Card>
  )
}

const styles: Record<Forecast['kind'], string> = {
  unlimited: 'hidden',
  early: 'text-muted',
  over: 'font-medium text-danger',
  exceeds: 'font-medium text-danger',
  within: 'text-muted',
}

function Outlook({ forecast, size }: { forecast: Forecast; size: (bytes: number) => string }) {
  const t = useT()
  const format = useFormat()
  const values =
    'total' in forecast ? { total: size(forecast.total), share: percentText(forecast.percent, format) } : {}
  const on = forecast.kind === 'exceeds' ? { day: format.date(forecast.on) } : {}
  return (
    <p className={`mt-3 text-sm ${styles[forecast.kind]}`}>
      {t(`traffic.outlook.${forecast.kind}`, { ...values, ...on })}
    </p>
  )
}
