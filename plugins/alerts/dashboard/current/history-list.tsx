import { Card, ErrorState, StaleNote, useApi, useNow } from '@svc/dashboard-sdk'
import type { AlertChange } from '@svc/plugin-alerts/contract'
import type { ReactNode } from 'react'
import { CursorPager } from '../parts/cursor-pager.tsx'
import { type CursorPage, useCursors } from '../parts/use-cursors.ts'
import { historyPath } from '../paths.ts'
import { type AlertsSearch, beginOf } from './alerts-search.ts'
import { HistoryTable } from './history-table.tsx'

const size = 25

/** What happened, page by page; the newest page follows what happens. */
export function HistoryList(props: {
  filter: Pick<AlertsSearch, 'server' | 'rule' | 'span'>
  ofOne?: boolean
  empty: ReactNode
}): ReactNode {
  const { filter, ofOne = false, empty } = props
  const { server, rule, span } = filter
  const from = beginOf(span, useNow(60_000))
  const cursors = useCursors(`${server} ${rule} ${span}`)
  const { data, error, refetch } = useApi<CursorPage<AlertChange>>(historyPath, {
    search: { server_id: server, rule_id: rule, from, limit: size, cursor: cursors.cursor },
    staleTime: 0,
    keepPrevious: true,
  })
  return (
    <>
      {data && <StaleNote failure={error} onRetry={() => void refetch()} />}
      <Card flush>
        {error && !data ? (
          <ErrorState failure={error} onRetry={() => void refetch()} />
        ) : (
          <>
            <HistoryTable changes={data?.items} ofOne={ofOne} empty={empty} />
            <CursorPager cursors={cursors} next={data?.next} />
          </>
        )}
      </Card>
    </>
  )
}
