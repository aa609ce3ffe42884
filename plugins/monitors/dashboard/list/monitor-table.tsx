import { type Column, RelativeTime, Table, type TableProps, useFormat, useT } from '@svc/dashboard-sdk'
import type { Monitor, MonitorBeats } from '@svc/plugin-monitors/contract'
import type { ReactNode } from 'react'
import { CheckButton } from '../actions/check-button.tsx'
import { EnabledSwitch } from '../actions/enabled-switch.tsx'
import { type MonitorAction, MonitorMenu } from '../actions/monitor-menu.tsx'
import { StateMark } from '../state/state-mark.tsx'
import { HeartbeatBar, Uptimes } from './heartbeat-bar.tsx'
import { NameCell } from './name-cell.tsx'

const noBeats: MonitorBeats['beats'] = []
const noUptime = { uptime_24h: null, uptime_30d: null }

type TableOptions = Required<Pick<TableProps<Monitor>, 'pages' | 'sort' | 'onSort' | 'onRetry'>>

/** Monitors with their state. Without `onAction` the table is read-only. */
export function MonitorTable(
  props: TableOptions & {
    monitors: readonly Monitor[] | undefined
    beats: ReadonlyMap<string, MonitorBeats>
    error: unknown
    onAction: ((action: MonitorAction, monitor: Monitor) => void) | undefined
    empty: ReactNode
  },
): ReactNode {
  const { monitors, beats, onAction, ...table } = props
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
      id: 'beats',
      header: t('list.beats'),
      className: 'max-md:hidden w-40',
      cell: ({ id }) => <HeartbeatBar beats={beats.get(id)?.beats ?? noBeats} />,
    },
    {
      id: 'uptime',
      header: t('list.uptime'),
      align: 'right',
      className: 'max-lg:hidden',
      cell: ({ id }) => <Uptimes {...(beats.get(id) ?? noUptime)} />,
    },
    {
      id: 'type',
      header: t('list.type'),
      className: 'max-2xl:hidden whitespace-nowrap text-muted',
      cell: ({ monitor_type }) => t(`type.${monitor_type}.name`),
    },
    {
      id: 'interval',
      header: t('list.interval'),
      align: 'right',
      className: 'max-2xl:hidden whitespace-nowrap text-muted',
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
