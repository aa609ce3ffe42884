import { Badge, Card, Meter, percentText, Stat, useFormat, useT } from '@svc/dashboard-sdk'
import type { ServerTraffic } from '@svc/plugin-metrics/contract'
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
  const span = t('traffic.span', { from: format.date(traffic.cycle_start), to: format.date(traffic.cycle_end) })
  return (
    <Card title={t('traffic.cycle')} description={`${span} · ${t('traffic.zone', { zone: timezone })}`}>
      {usage_percent === null || traffic_limit === null ? (
        <p className="flex items-center gap-2">
          <span className="figures font-semibold text-[1.25rem]">{format.bytes(bytes_total)}</span>
          <Badge>{t('traffic.unlimited')}</Badge>
        </p>
      ) : (
        <Meter
          thick
          value={usage_percent}
          label={t('traffic.cycle')}
          detail={t('traffic.used', {
            used: format.bytes(countedBytes(traffic)),
            limit: format.bytes(traffic_limit),
            context: type,
          })}
        />
      )}
      <Outlook forecast={forecastOf(traffic, today)} />
      <dl className="mt-4 grid grid-cols-2 gap-x-6 gap-y-3.5 sm:grid-cols-4">
        <Stat label={t('line.in')}>{format.bytes(bytes_in)}</Stat>
        <Stat label={t('line.out')}>{format.bytes(bytes_out)}</Stat>
        <Stat label={t('traffic.column.total')}>{format.bytes(bytes_total)}</Stat>
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

function Outlook({ forecast }: { forecast: Forecast }) {
  const t = useT()
  const format = useFormat()
  const values =
    'total' in forecast ? { total: format.bytes(forecast.total), share: percentText(forecast.percent, format) } : {}
  const on = forecast.kind === 'exceeds' ? { day: format.date(forecast.on) } : {}
  return (
    <p className={`mt-3 text-sm ${styles[forecast.kind]}`}>
      {t(`traffic.outlook.${forecast.kind}`, { ...values, ...on })}
    </p>
  )
}
