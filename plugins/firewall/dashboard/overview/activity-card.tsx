import { Button, Card, ErrorState, RelativeTime, Skeleton, useApi, useServerNames, useT } from '@svc/dashboard-sdk'
import type { ActivityItem } from '@svc/plugin-firewall/contract'
import { type ReactNode, useState } from 'react'
import { OnServer } from '../list/applied.tsx'
import { activityPath } from '../paths.ts'

const fewRows = 6

/** The latest changes on hosts. */
export function ActivityCard({ onOpen }: { onOpen: (id: string) => void }): ReactNode {
  const t = useT()
  const names = useServerNames()
  const [isLong, setLong] = useState(false)
  const { data, error, refetch } = useApi<readonly ActivityItem[]>(activityPath, { staleTime: 0 })
  const shown = isLong ? data : data?.slice(0, fewRows)
  return (
    <Card title={t('activity.title')} description={t('activity.lead')}>
      {!shown ? (
        error ? (
          <ErrorState error={error} onRetry={() => void refetch()} />
        ) : (
          <Skeleton className="h-32" />
        )
      ) : shown.length === 0 ? (
        <p className="text-muted text-sm">{t('activity.none')}</p>
      ) : (
        <ul aria-label={t('activity.title')} className="-my-2 flex flex-col divide-y">
          {shown.map(({ block_id, target, server_id, at, ...state }) => (
            <li
              key={`${block_id} ${server_id}`}
              className="grid grid-cols-[minmax(0,1fr)_auto] items-baseline gap-x-4 gap-y-1 py-2 text-sm"
            >
              <span className="min-w-0">
                <button
                  type="button"
                  onClick={() => onOpen(block_id)}
                  className="break-all rounded-xs text-left font-mono text-xs hover:text-accent hover:underline"
                >
                  {target}
                </button>
                <span className="wrap-anywhere block text-muted text-xs">{names.get(server_id) ?? server_id}</span>
              </span>
              <RelativeTime at={at} className="whitespace-nowrap text-faint text-xs" />
              <div className="col-span-2">
                <OnServer state={{ ...state, server_id, at }} />
              </div>
            </li>
          ))}
        </ul>
      )}
      {data && data.length > fewRows && (
        <Button size="sm" className="mt-4" onClick={() => setLong(!isLong)}>
          {t(isLong ? 'activity.less' : 'activity.more', { count: data.length })}
        </Button>
      )}
    </Card>
  )
}
