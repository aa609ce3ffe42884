import { Download } from 'lucide-react'
import { type ReactNode, useMemo, useRef, useState } from 'react'
import { useT } from '../../i18n.ts'
import { useFormat } from '../../use-format.ts'
import { Button } from '../button.tsx'
import { Dialog } from '../dialog.tsx'
import { Pagination } from '../pagination.tsx'
import { type Column, type Sort, Table } from '../table.tsx'
import { saveCsv } from './exports.ts'
import { marksWithin, placedMarks } from './marks.ts'
import type { ChartCardProps } from './props.ts'
import { gapSpan } from './reading-text.ts'
import { sortedTable, type TableRow, tableRows } from './table-rows.ts'
import { allMidnights, dayText, momentText } from './time-text.ts'

const size = 100

/** All values of a chart as a table: a snapshot from when it was opened. */
export function DataDialog(props: { chart: ChartCardProps; onClose: () => void }): ReactNode {
  const [chart] = useState(props.chart)
  const { label, times, series, gaps } = chart
  const t = useT('sdk')
  const format = useFormat()
  const [sort, setSort] = useState<Sort>({ by: 'time', direction: 'desc' })
  const [page, setPage] = useState(1)
  const top = useRef<HTMLDivElement>(null)
  const turn = (to: number) => {
    setPage(to)
    top.current?.scrollIntoView()
  }
  const rows = useMemo(() => tableRows(times, gaps), [times, gaps])
  // prefixed, because a line may have the id "time"
  const values = series.find(({ id }) => sort.by === `line ${id}`)?.values
  const sorted = useMemo(() => sortedTable(rows, values, sort.direction), [rows, values, sort.direction])
  const columns = useColumns(chart)
  return (
    <Dialog
      open
      onOpenChange={props.onClose}
      title={label}
      description={t('chart.rows', { count: times.length, total: format.number(times.length) })}
      width="lg"
      flush
      footer={
        <>
          <Pagination page={page} size={size} total={sorted.length} onPage={turn} className="flex-1 border-0 p-0" />
          <Button onClick={() => saveCsv(chart)}>
            <Download aria-hidden />
            {t('chart.csv')}
          </Button>
        </>
      }
    >
      <div ref={top} />
      <Table
        caption={label}
        columns={columns}
        rows={sorted.slice((page - 1) * size, page * size)}
        rowKey={({ key }) => key}
        sort={sort}
        onSort={(next) => {
          setSort(next)
          setPage(1)
        }}
        rowClassName={({ gap }) => (gap ? 'bg-sunken text-muted' : undefined)}
      />
    </Dialog>
  )
}

function useColumns({ times, series, unit, gaps, marks, kind }: ChartCardProps): Column<TableRow>[] {
  const t = useT('sdk')
  const format = useFormat()
  const daily = useMemo(() => kind === 'bars' && allMidnights(times), [kind, times])
  const placed = useMemo(() => placedMarks(marks), [marks])
  const markText = ({ at, gap }: TableRow) =>
    marksWithin(placed, gap ?? { from: at, to: at })
      .map(({ label }) => label)
      .join(', ')
  const moment = (at: number) => (daily ? dayText(format.locale, at) : momentText(format.locale, at))
  return [
    {
      id: 'time',
      header: t('chart.time'),
      cell: ({ at, gap }) => (gap ? gapSpan(gap, { format, t }) : moment(at)),
      sortable: true,
      first: 'desc',
      className: 'min-w-44',
    },
    ...series.map(
      ({ id, label, values }): Column<TableRow> => ({
        id: `line ${id}`,
        header: label,
        cell: ({ row }) => (row === undefined ? '' : format.value(values[row] ?? Number.NaN, unit)),
        sortable: true,
        first: 'desc',
        align: 'right',
        className: 'whitespace-nowrap',
      }),
    ),
    ...(gaps?.length ? [{ id: 'gap', header: t('chart.gap'), cell: ({ gap }: TableRow) => gap?.label }] : []),
    ...(placed.length > 0 ? [{ id: 'marks', header: t('chart.marks'), cell: markText }] : []),
  ]
}
