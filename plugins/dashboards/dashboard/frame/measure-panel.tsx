import { Card, type Column, Table, useFormat, useT } from '@svc/dashboard-sdk'
import { type ReactNode, useContext, useEffect, useMemo, useState } from 'react'
import { MetersContext, type Reading } from './meters.ts'

/** The approximate size of a page element in Chromium, including React's data. */
const bytesOfElement = 1024
const refreshMs = 1000

interface Row extends Reading {
  readonly perSecond: number
  readonly share: number
  readonly heap: number
}

const elementsOf = (id: string) =>
  document.querySelector(`[data-widget="${id}"]`)?.getElementsByTagName('*').length ?? 0

/** CPU and memory usage of each widget since the measurement started, the most expensive first. */
export default function MeasurePanel(): ReactNode {
  const t = useT('dashboards')
  const format = useFormat()
  const meters = useContext(MetersContext)
  const start = useMemo(() => meters && performance.now(), [meters])
  const [rows, setRows] = useState<readonly Row[]>([])
  useEffect(() => {
    if (!meters || start === undefined) return
    const take = () => {
      const seconds = Math.max(0.001, (performance.now() - start) / 1000)
      const made = meters.readings().map((reading) => ({
        ...reading,
        perSecond: reading.commits / seconds,
        share: reading.totalMs / seconds / 10,
        heap: elementsOf(reading.id) * bytesOfElement + reading.responseBytes,
      }))
      setRows(made.sort((a, b) => b.share - a.share))
    }
    take()
    const timer = setInterval(take, refreshMs)
    return () => clearInterval(timer)
  }, [meters, start])
  if (!meters) return null
  const figure = (id: string, show: (row: Row) => string, className = ''): Column<Row> => ({
    id,
    header: t(`measure.${id}`),
    cell: (row) => <span className="figures whitespace-nowrap">{show(row)}</span>,
    align: 'right',
    className,
  })
  return (
    <Card flush className="mb-4" title={t('measure.title')} description={t('measure.method')}>
      <Table<Row>
        caption={t('measure.title')}
        rows={rows}
        rowKey={({ id }) => id}
        columns={[
          { id: 'widget', header: t('measure.widget'), cell: ({ name }) => name },
          figure('share', (row) => format.percent(row.share, 2)),
          figure('updates', (row) => format.number(row.perSecond, 2), 'max-sm:hidden'),
          figure('mean', (row) => format.ms(row.commits > 0 ? row.totalMs / row.commits : 0), 'max-md:hidden'),
          figure('max', (row) => format.ms(row.maxMs)),
          figure('heap', (row) => format.bytes(row.heap), 'max-md:hidden'),
        ]}
      />
    </Card>
  )
}
