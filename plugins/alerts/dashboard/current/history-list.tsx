import { Card, ErrorState, StaleNote, useApi, useNow } from '@svc/dashboard-sdk'
import type { AlertChange } from '@svc/plugin-alerts/contract'
import type { ReactNode } from 'react'
import { type CursorPage, CursorPager, useCursors } from '../parts/cursor-pager.tsx'
import { historyPath } from '../paths.ts'
import { type AlertsSearch, startOf } from './alerts-search.ts'
import { HistoryTable } from './history-table.tsx'

const pageSize = 25

/** The paged alert history; the first page updates live. */
export function HistoryList(props: {
  filter: Pick<AlertsSearch, 'server' | 'rule' | 'span'>
  hideServer?: boolean
  empty: ReactNode
}): ReactNode {
  const { filter, hideServer = false, empty } = props
  const { server, rule, span } = filter
  const from = startOf(span, useNow(60_000))
  const cursors = useCursors(`${server} ${rule} ${span}`)
  const { data, error, refetch } = useApi<CursorPage<AlertChange>>(historyPath, {
    search: { server_id: server, rule_id: rule, from, limit: pageSize, cursor: cursors.cursor },
    staleTime: 0,
    keepPrevious: true,
  })
  return (
    <>
      {data && <StaleNote error={error} onRetry={() => void refetch()} />}
      <Card flush>
        {error && !data ? (
          <ErrorState error={error} onRetry={() => void refetch()} />
        ) : (
          <>
            <HistoryTable changes={data?.items} hideServer={hideServer} empty={empty} />
            <CursorPager cursors={cursors} next={data?.next} />
          </>
        )}
      </Card>
    </>
  )
}
