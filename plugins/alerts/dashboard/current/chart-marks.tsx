import { type ChartMark, toIsoTime, useApi, useCodedText } from '@svc/dashboard-sdk'
import type { AlertPeriod } from '@svc/plugin-alerts/contract'
import type { ServerMarksProps } from '@svc/plugin-enrollment/dashboard/pages'
import { useEffect } from 'react'
import { useAlertRefresh } from '../parts/use-alert-refresh.ts'

/** Alerts end in the present, whose seconds are not asked for. */
const distantFuture = 4_102_444_800

const toSeconds = (time: string) => Date.parse(time) / 1000

/** Marks the times in charts during which alerts were firing. */
export default function ChartMarks({ serverId, from, to = distantFuture, onMarks }: ServerMarksProps): null {
  const sentence = useCodedText()
  const path = `/api/servers/${encodeURIComponent(serverId)}/alert-periods`
  const { data } = useApi<readonly AlertPeriod[]>(path, {
    search: { from: toIsoTime(from), to: toIsoTime(to) },
    keepPrevious: true,
    staleTime: 0,
  })
  useAlertRefresh(path)
  const marks = data?.map(
    (period): ChartMark => ({
      from: toSeconds(period.from),
      to: period.to === null ? undefined : toSeconds(period.to),
      label: period.value_text ? `${period.rule_name}: ${sentence(period.value_text)}` : period.rule_name,
      tone: period.severity === 'critical' ? 'danger' : 'warn',
    }),
  )
  // Compared as text, because each render makes new sentences.
  const reported = JSON.stringify(marks)
  useEffect(() => {
    if (reported) onMarks(JSON.parse(reported))
  }, [reported, onMarks])
  return null
}
