import { memo } from 'react'
import { useT } from '../../i18n.ts'
import { useFormat } from '../../use-format.ts'
import { downtimeOf, type UptimeDay, type UptimeThresholds, uptimeShare, uptimeState } from './uptime-days.ts'

/** Every day as a row, for screen readers. */
export const UptimeTable = memo(function UptimeTable(props: {
  label: string
  days: readonly UptimeDay[]
  thresholds: UptimeThresholds
}) {
  const { label, days, thresholds } = props
  const t = useT('sdk')
  const format = useFormat()
  return (
    // wrapped because `sr-only` does not shrink a table
    <div className="sr-only">
      <table>
        <caption>{label}</caption>
        <thead>
          <tr>
            {['day', 'state', 'share', 'downtime', 'outages'].map((key) => (
              <th key={key} scope="col">
                {t(`uptime.${key}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {days.map((day) => (
            <tr key={day.date}>
              <th scope="row">{format.date(day.date)}</th>
              <td>{t(`uptime.states.${uptimeState(day, thresholds)}`)}</td>
              <td>{format.percent(uptimeShare(day) ?? Number.NaN, 2)}</td>
              <td>{format.duration(downtimeOf(day))}</td>
              <td>{format.number(day.downtime_incidents)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
})
