import { Card, ErrorState, Skeleton, useApi, useFormat, useT } from '@svc/dashboard-sdk'
import type { TrafficCycles } from '@svc/plugin-accounting/contract'
import { type ReactNode, useMemo } from 'react'
import { everyMinute } from '../queries.ts'
import { compareCycles, pastCount } from './compared-cycles.ts'
import { SplitBar } from './split-bar.tsx'

/** The current cycle compared with the last six. */
export function PastCycles({ serverId }: { serverId: string }): ReactNode {
  const t = useT()
  const format = useFormat()
  const answer = useApi<TrafficCycles>(`/api/traffic/${encodeURIComponent(serverId)}/cycle`, {
    search: { history: pastCount + 1 },
    ...everyMinute,
  })
  const { cycles, largest } = useMemo(() => compareCycles(answer.data), [answer.data])
  if (!answer.data) {
    return answer.error ? (
      <div className="panel">
        <ErrorState error={answer.error} onRetry={() => void answer.refetch()} />
      </div>
    ) : (
      <Skeleton className="h-64 rounded-lg" />
    )
  }
  return (
    <Card title={t('traffic.cycles')} flush>
      <div className="overflow-x-auto">
        <table className="w-full border-separate border-spacing-0 text-sm">
          <caption className="sr-only">{t('traffic.cycles')}</caption>
          <thead>
            <tr className="*:caption *:h-9 *:whitespace-nowrap *:border-b *:px-3 *:text-right *:font-medium *:first:pl-5 *:first:text-left *:last:pr-5">
              <th scope="col">{t('traffic.cycle')}</th>
              <th scope="col" className="w-2/5 max-sm:hidden" aria-hidden />
              <th scope="col" className="max-sm:hidden">
                {t('line.in')}
              </th>
              <th scope="col" className="max-sm:hidden">
                {t('line.out')}
              </th>
              <th scope="col">{t('traffic.column.total')}</th>
              <th scope="col">{t('traffic.change')}</th>
            </tr>
          </thead>
          <tbody>
            {cycles.map(({ period, start, end, bytes_in, bytes_out, total, change, running }) => (
              <tr
                key={start}
                className="group/row *:border-b *:px-3 *:py-2.5 *:text-right *:first:pl-5 *:first:text-left *:last:pr-5 last:*:border-b-0"
              >
                <th scope="row" className="figures text-left font-normal">
                  <span className="block whitespace-nowrap font-medium">
                    {period}
                    {running && <span className="ml-2 font-normal text-faint text-xs">{t('traffic.running')}</span>}
                  </span>
                  <span className="block text-faint text-xs">
                    {t('traffic.span', { from: format.date(start), to: format.date(end) })}
                  </span>
                  <span className="mt-1.5 block sm:hidden">
                    <SplitBar plain bytesIn={bytes_in} bytesOut={bytes_out} of={largest} />
                  </span>
                </th>
                <td className="max-sm:hidden" aria-hidden>
                  <SplitBar plain bytesIn={bytes_in} bytesOut={bytes_out} of={largest} />
                </td>
                <td className="figures whitespace-nowrap max-sm:hidden">{format.bytes(bytes_in)}</td>
                <td className="figures whitespace-nowrap max-sm:hidden">{format.bytes(bytes_out)}</td>
                <td className="figures whitespace-nowrap font-medium">{format.bytes(total)}</td>
                <td className="figures whitespace-nowrap text-muted">
                  {change === undefined ? '–' : `${change > 0 ? '+' : ''}${format.percent(change, 0)}`}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Card>
  )
}
