import { type Column, onDemand, RelativeTime, Table, useCodedText, useT } from '@svc/dashboard-sdk'
import type { AlertEvent } from '@svc/plugin-alerts/contract'
import { type ReactNode, useState } from 'react'
import { AlertMark } from '../parts/alert-mark.tsx'
import { HandlingBadges } from '../parts/handling-badges.tsx'
import { ServerLink } from '../parts/server-link.tsx'
import { SeverityBadge } from '../parts/severity-badge.tsx'
import { SilencedBadge } from '../parts/silenced-badge.tsx'
import { SourceMark } from '../parts/source-mark.tsx'
import { AlertHandling } from './alert-handling.tsx'

const AlertDialog = onDemand(async () => ({ default: (await import('./alert-dialog.tsx')).AlertDialog }), null)

/** A table of alerts; the rule name opens the details. */
export function EventTable(props: {
  caption: string
  /** shows the time of resolution */
  isResolved?: boolean
  /** all alerts are of one server */
  hideServer?: boolean
  /** without actions */
  compact?: boolean
  events: readonly AlertEvent[] | undefined
  error?: unknown
  onRetry?: () => void
  empty: ReactNode
}): ReactNode {
  const { caption, isResolved = false, hideServer = false, compact = false, events, error, onRetry, empty } = props
  const t = useT()
  const sentence = useCodedText()
  const [openKey, setOpenKey] = useState<string>()
  const server: Column<AlertEvent> = {
    id: 'server',
    header: t('column.server'),
    className: 'max-sm:hidden',
    cell: ({ server_id, server_name, source }) => (
      <>
        <ServerLink id={server_id} name={server_name} />
        <span className="block">
          <SourceMark source={source} />
        </span>
      </>
    ),
  }
  const handling: Column<AlertEvent> = {
    id: 'acts',
    label: t('column.acts'),
    align: 'right',
    className: 'w-20',
    cell: (event) => <AlertHandling alert={event} />,
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
            <span className="ml-2 inline-flex flex-wrap gap-1 align-middle">
              {!isResolved && <SeverityBadge severity={event.severity} />}
              <SilencedBadge alert={event} />
              <HandlingBadges alert={event} />
            </span>
            {event.value_text && <span className="figures block text-muted text-xs">{sentence(event.value_text)}</span>}
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
    ...(compact || isResolved ? [] : [handling]),
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
