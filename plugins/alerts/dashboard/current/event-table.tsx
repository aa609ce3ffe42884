import { type Column, RelativeTime, Table, useFormat, useT } from '@svc/dashboard-sdk'
import type { AlertEvent } from '@svc/plugin-alerts/contract'
import { type ReactNode, useState } from 'react'
import { AlertMark } from '../parts/alert-mark.tsx'
import { ServerLink } from '../parts/server-link.tsx'
import { SilencedBadge } from '../parts/silenced-badge.tsx'
import { AlertDialog } from './alert-dialog.tsx'

/** A table of alerts; the rule name opens the details. */
export function EventTable(props: {
  caption: string
  /** shows the time of resolution */
  isResolved?: boolean
  /** all alerts are of one server */
  hideServer?: boolean
  /** without the count of evaluations */
  compact?: boolean
  events: readonly AlertEvent[] | undefined
  error?: unknown
  onRetry?: () => void
  empty: ReactNode
}): ReactNode {
  const { caption, isResolved = false, hideServer = false, compact = false, events, error, onRetry, empty } = props
  const t = useT()
  const format = useFormat()
  const [openKey, setOpenKey] = useState<string>()
  const server: Column<AlertEvent> = {
    id: 'server',
    header: t('column.server'),
    className: 'max-sm:hidden',
    cell: ({ server_id, server_name }) => <ServerLink id={server_id} name={server_name} />,
  }
  const count: Column<AlertEvent> = {
    id: 'count',
    header: t('column.count'),
    align: 'right',
    className: 'max-md:hidden',
    cell: (event) => <span title={t('alert.countHint')}>{format.number(event.count)}</span>,
  }
  const columns: Column<AlertEvent>[] = [
    {
      id: 'alert',
      header: t('column.alert'),
      cell: (event) => (
        <span className="flex min-w-0 items-start gap-2.5">
          <AlertMark status={event.status} hideLabel />
          <span className="min-w-0">
            <button
              type="button"
              onClick={() => setOpenKey(event.alert_key)}
              className="wrap-anywhere rounded-xs text-left font-medium hover:text-accent hover:underline"
            >
              {event.rule_name}
            </button>
            <SilencedBadge alert={event} className="ml-2 align-middle" />
            {!hideServer && (
              <span className="block text-xs sm:hidden">
                <ServerLink id={event.server_id} name={event.server_name} className="font-normal text-muted" />
              </span>
            )}
          </span>
        </span>
      ),
    },
    ...(hideServer ? [] : [server]),
    {
      id: 'since',
      header: t(isResolved ? 'alert.resolved' : 'column.since'),
      className: 'whitespace-nowrap',
      cell: ({ event_at }) => <RelativeTime at={event_at} />,
    },
    ...(compact ? [] : [count]),
  ]
  return (
    <>
      <Table
        caption={caption}
        columns={columns}
        rows={events}
        rowKey={({ alert_key }) => alert_key}
        error={error}
        {...(onRetry ? { onRetry } : {})}
        empty={empty}
      />
      {openKey !== undefined && <AlertDialog alertKey={openKey} onClose={() => setOpenKey(undefined)} />}
    </>
  )
}
