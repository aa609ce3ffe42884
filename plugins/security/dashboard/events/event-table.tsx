import { Badge, type Column, RelativeTime, Table, useFormat, useServerNames, useT } from '@svc/dashboard-sdk'
import type { SecurityEvent } from '@svc/plugin-security/contract'
import type { ReactNode } from 'react'
import { typeIcons, useEventText } from './event-text.ts'
import { ServerName } from './server-name.tsx'
import { SeverityBadge } from './severity-badge.tsx'

/** Security events, the latest first. */
export function EventTable(props: {
  events: readonly SecurityEvent[] | undefined
  error: unknown
  onRetry: () => void
  empty: ReactNode
  /** all of them are of one server */
  hideServer: boolean
  onOpen: (id: string) => void
  onSource: (address: string) => void
}): ReactNode {
  const { events, error, onRetry, empty, hideServer, onOpen, onSource } = props
  const t = useT()
  const format = useFormat()
  const names = useServerNames()
  const textOf = useEventText()
  const server: Column<SecurityEvent> = {
    id: 'server',
    header: t('column.server'),
    className: 'min-w-32 [td&]:align-top max-lg:hidden',
    cell: ({ server_id }) => <ServerName id={server_id} name={names.get(server_id)} />,
  }
  const source = ({ source_ip }: SecurityEvent) =>
    source_ip === null ? (
      '–'
    ) : (
      <button
        type="button"
        data-tip={t('list.bySource', { address: source_ip })}
        onClick={() => onSource(source_ip)}
        className="break-all rounded-xs text-left font-mono text-xs leading-5 hover:text-accent hover:underline"
      >
        {source_ip}
      </button>
    )
  const columns: Column<SecurityEvent>[] = [
    {
      id: 'severity',
      header: t('column.severity'),
      className: 'w-24 whitespace-nowrap [td&]:align-top max-md:hidden',
      cell: ({ severity }) => <SeverityBadge severity={severity} />,
    },
    {
      id: 'event',
      header: t('column.event'),
      className: '[td&]:align-top',
      cell: (event) => {
        const Icon = typeIcons[event.event_type]
        return (
          <div className="flex min-w-0 gap-2.5">
            <Icon className="mt-0.5 size-4 shrink-0 text-faint" aria-hidden />
            <div className="min-w-0">
              <button
                type="button"
                onClick={() => onOpen(event.id)}
                className="wrap-anywhere rounded-xs text-left font-medium hover:text-accent hover:underline"
              >
                {textOf(event)}
              </button>
              <span className="block text-faint text-xs">{t(`type.${event.event_type}`)}</span>
              <div className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-1 text-xs md:hidden">
                <SeverityBadge severity={event.severity} />
                {event.source_ip !== null && source(event)}
              </div>
              {!hideServer && (
                <span className="mt-0.5 block text-xs lg:hidden">
                  <ServerName id={event.server_id} name={names.get(event.server_id)} />
                </span>
              )}
            </div>
          </div>
        )
      },
    },
    {
      id: 'source',
      header: t('column.source'),
      className: '[td&]:align-top max-md:hidden',
      cell: (event) => (
        <span className="flex flex-wrap items-baseline gap-x-2 gap-y-1">
          {source(event)}
          {event.first_seen && event.source_ip !== null && <Badge tone="warn">{t('list.new')}</Badge>}
        </span>
      ),
    },
    ...(hideServer ? [] : [server]),
    {
      id: 'time',
      header: t('column.time'),
      className: 'w-44 whitespace-nowrap [td&]:align-top max-md:w-auto max-md:text-right',
      cell: ({ ended_at }) => (
        <>
          <span className="figures block max-md:hidden">{format.dateTime(ended_at)}</span>
          <RelativeTime at={ended_at} className="text-faint text-xs" />
        </>
      ),
    },
  ]
  return (
    <Table
      caption={t('events.title')}
      columns={columns}
      rows={events}
      rowKey={({ id }) => id}
      error={error}
      onRetry={onRetry}
      empty={empty}
    />
  )
}
