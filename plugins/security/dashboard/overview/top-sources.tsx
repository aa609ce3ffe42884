import { Card, ErrorState, Skeleton, useApi, useFormat, useT } from '@svc/dashboard-sdk'
import type { EventCount } from '@svc/plugin-security/contract'
import type { ReactNode } from 'react'
import { statsPath } from '../paths.ts'
import type { SecurityFilter } from '../security-search.ts'

const shown = 7

/** The addresses with the most events. */
export function TopSources(props: { filter: SecurityFilter; onSource: (address: string) => void }): ReactNode {
  const { filter, onSource } = props
  const t = useT()
  const format = useFormat()
  const { data, error, refetch } = useApi<EventCount[]>(statsPath, {
    search: { ...filter, group_by: 'source_ip', limit: shown },
    staleTime: 0,
    refetchInterval: 60_000,
    keepPrevious: true,
  })
  const most = Math.max(1, ...(data ?? []).map(({ count }) => count))
  return (
    <Card title={t('sources.title')} description={t('sources.hint')}>
      {data?.length === 0 && <p className="py-6 text-center text-muted text-sm">{t('sources.none')}</p>}
      {data && data.length > 0 && (
        <ol className="flex flex-col gap-2.5 text-sm">
          {data.map(({ key, count }) => (
            <li key={key}>
              <div className="flex items-baseline justify-between gap-3">
                <button
                  type="button"
                  onClick={() => onSource(key)}
                  data-tip={t('list.bySource', { address: key })}
                  className="truncate rounded-xs text-left font-mono text-xs hover:text-accent hover:underline"
                >
                  {key}
                </button>
                <span className="figures text-muted text-xs">{format.number(count)}</span>
              </div>
              <div className="mt-1 h-1 rounded-full bg-sunken" aria-hidden>
                <div className="h-1 rounded-full bg-chart-2" style={{ width: `${(100 * count) / most}%` }} />
              </div>
            </li>
          ))}
        </ol>
      )}
      {!data &&
        (error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <Skeleton className="h-48 w-full" />)}
    </Card>
  )
}
