import { type Column, RelativeTime, Table, useCodedText, useFormat, useT } from '@svc/dashboard-sdk'
import type { AlertChange } from '@svc/plugin-alerts/contract'
import type { ReactNode } from 'react'
import { ServerLink } from '../parts/server-link.tsx'
import { SilencedBadge } from '../parts/silenced-badge.tsx'
import { ChangeMark } from './change-mark.tsx'

/** Alert history, newest first. */
export function HistoryTable(props: {
  changes: readonly AlertChange[] | undefined
  /** all entries are of one server */
  hideServer?: boolean
  empty: ReactNode
}): ReactNode {
  const { changes, hideServer = false, empty } = props
  const t = useT()
  const format = useFormat()
  const sentence = useCodedText()
  const server: Column<AlertChange> = {
    id: 'server',
    header: t('column.server'),
    className: '[td&]:align-top max-md:hidden',
    cell: ({ server_id, server_name }) => <ServerLink id={server_id} name={server_name} />,
  }
  const columns: Column<AlertChange>[] = [
    {
      id: 'change',
      header: t('column.change'),
      className: '[td&]:align-top whitespace-nowrap max-md:hidden',
      cell: (change) => <ChangeMark change={change} />,
    },
    {
      id: 'rule',
      header: t('column.rule'),
      className: '[td&]:align-top',
      cell: (change) => (
        <>
          <span className="block md:hidden">
            <ChangeMark change={change} />
          </span>
          <span className="wrap-anywhere font-medium">{change.rule_name}</span>
          <SilencedBadge alert={change} className="ml-2 align-middle" />
          {!hideServer && (
            <span className="block text-xs md:hidden">
              <ServerLink id={change.server_id} name={change.server_name} className="font-normal" />
            </span>
          )}
          <span className="block max-w-prose break-words text-muted text-xs">{sentence(change.message_text)}</span>
        </>
      ),
    },
    ...(hideServer ? [] : [server]),
    {
      id: 'at',
      header: t('column.time'),
      className: '[td&]:align-top whitespace-nowrap',
      cell: ({ at }) => (
        <>
          <span className="figures block max-md:hidden">{format.dateTime(at)}</span>
          <RelativeTime at={at} className="text-faint text-xs" />
        </>
      ),
    },
  ]
  return (
    <Table
      caption={t('current.history')}
      columns={columns}
      rows={changes}
      rowKey={({ id }) => String(id)}
      empty={empty}
    />
  )
}
