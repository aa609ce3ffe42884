import { type Column, RelativeTime, Table, type TableProps, useFormat, useT } from '@svc/dashboard-sdk'
import type { Monitor } from '@svc/plugin-monitors/contract'
import type { ReactNode } from 'react'
import { CheckButton } from '../actions/check-button.tsx'
import { EnabledSwitch } from '../actions/enabled-switch.tsx'
import { type MonitorAction, MonitorMenu } from '../actions/monitor-menu.tsx'
import { StateMark } from '../state/state-mark.tsx'
import { NameCell } from './name-cell.tsx'

type TableOptions = Required<Pick<TableProps<Monitor>, 'pages' | 'sort' | 'onSort' | 'onRetry'>>

/** Monitors with their state. Without `onAction` the table is read-only. */
export function MonitorTable(
  props: TableOptions & {
    monitors: readonly Monitor[] | undefined
    error: unknown
    onAction: ((action: MonitorAction, monitor: Monitor) => void) | undefined
    empty: ReactNode
  },
): ReactNode {
  const { monitors, onAction, ...table } = props
  const t = useT()
  const format = useFormat()
  const columns: Column<Monitor>[] = [
    {
      id: 'state',
      header: t('list.state'),
      sortable: true,
      className: 'max-sm:hidden w-44',
      cell: (monitor) => <StateMark monitor={monitor} />,
    },
    {
      id: 'name',
      header: t('list.name'),
      sortable: true,
      cell: (monitor) => <NameCell monitor={monitor} />,
    },
    {
      id: 'type',
      header: t('list.type'),
      className: 'max-lg:hidden whitespace-nowrap text-muted',
      cell: ({ monitor_type }) => t(`type.${monitor_type}.name`),
    },
    {
      id: 'interval',
      header: t('list.interval'),
      align: 'right',
      className: 'max-xl:hidden whitespace-nowrap text-muted',
      cell: ({ interval }) => format.duration(interval),
    },
    {
      id: 'latency',
      header: t('list.latency'),
      sortable: true,
      first: 'desc',
      align: 'right',
      className: 'max-md:hidden whitespace-nowrap',
      cell: ({ last_latency }) => (last_latency === null ? '–' : format.ms(last_latency)),
    },
    {
      id: 'checked',
      header: t('list.checked'),
      sortable: true,
      first: 'desc',
      className: 'max-md:hidden whitespace-nowrap text-muted',
      cell: ({ last_checked_at: at }) => (at ? <RelativeTime at={at} /> : t('list.never')),
    },
    ...(onAction
      ? [
          {
            id: 'enabled',
            header: t('list.enabled'),
            className: 'max-sm:hidden w-20',
            cell: (monitor: Monitor) => <EnabledSwitch monitor={monitor} />,
          },
          {
            id: 'acts',
            label: t('list.acts'),
            align: 'right' as const,
            className: 'w-24',
            cell: (monitor: Monitor) => (
              <div className="flex justify-end">
                <CheckButton monitor={monitor} compact />
                <MonitorMenu monitor={monitor} onAction={onAction} />
              </div>
            ),
          },
        ]
      : []),
  ]
  return <Table caption={t('list.title')} columns={columns} rows={monitors} rowKey={({ id }) => id} {...table} />
}
