import { Badge, type Column, Table, useFormat, useNow, useT } from '@svc/dashboard-sdk'
import { Box } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Process } from '../src/wire.ts'
import { CpuCell } from './cpu-cell.tsx'
import { keyOf, type Measure, measures } from './process-rows.ts'

/** Sorts only in descending order, because the agent sends only the top processes. */
export function ProcessTable(props: {
  rows: readonly Process[] | undefined
  by: Measure
  onSort: (by: Measure) => void
}): ReactNode {
  const { rows, by, onSort } = props
  const t = useT()
  const format = useFormat()
  const now = useNow(10_000)
  // A full bar is one core, or the CPU of the busiest process if that is higher.
  const full = Math.max(100, ...(rows ?? []).map(({ cpu }) => cpu))
  const formatCount = (value: number | null | undefined) => (value == null ? '–' : format.number(value))
  const columns: readonly Column<Process>[] = [
    {
      id: 'name',
      header: t('table.name'),
      className: 'max-w-0 w-2/5',
      cell: ({ name, pid, user, command, container }) => (
        <>
          <span className="flex min-w-0 items-center gap-2">
            <span className="truncate font-medium" data-tip={name}>
              {name || '?'}
            </span>
            {container && (
              <Badge data-tip={t('table.container', { container })}>
                <Box aria-hidden />
                <span className="max-w-32 truncate">{container}</span>
              </Badge>
            )}
          </span>
          {command && command !== name && (
            <span className="block truncate font-mono text-faint text-xs" data-tip={command}>
              {command}
            </span>
          )}
          <span className="figures block truncate text-faint text-xs md:hidden">{user ? `${pid} · ${user}` : pid}</span>
        </>
      ),
    },
    {
      id: 'pid',
      header: t('table.pid'),
      align: 'right',
      className: 'max-md:hidden text-muted',
      cell: ({ pid }) => pid,
    },
    {
      id: 'user',
      header: t('table.user'),
      className: 'max-md:hidden max-w-40 truncate text-muted',
      cell: ({ user }) => <span data-tip={user ?? undefined}>{user ?? '–'}</span>,
    },
    {
      id: 'cpu',
      header: t('table.cpu'),
      align: 'right',
      sortable: true,
      first: 'desc',
      cell: ({ cpu }) => <CpuCell percent={cpu} full={full} />,
    },
    {
      id: 'mem',
      header: t('table.mem'),
      align: 'right',
      sortable: true,
      first: 'desc',
      className: 'whitespace-nowrap',
      cell: ({ mem }) => format.bytes(mem),
    },
    {
      id: 'threads',
      header: t('table.threads'),
      align: 'right',
      className: 'max-lg:hidden text-muted',
      cell: ({ threads }) => formatCount(threads),
    },
    {
      id: 'started',
      header: t('table.started'),
      align: 'right',
      className: 'max-lg:hidden whitespace-nowrap text-muted',
      cell: ({ started }) =>
        started == null ? (
          '–'
        ) : (
          <time dateTime={new Date(started * 1000).toISOString()} data-tip={format.dateTime(started * 1000)}>
            {format.relative(started * 1000, Math.max(now, started * 1000))}
          </time>
        ),
    },
  ]
  return (
    <Table
      caption={t('list.title')}
      columns={columns}
      rows={rows}
      rowKey={keyOf}
      sort={{ by, direction: 'desc' }}
      onSort={(sort) => onSort(measures.find((measure) => measure === sort.by) ?? by)}
    />
  )
}
