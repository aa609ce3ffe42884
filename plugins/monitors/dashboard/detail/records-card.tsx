import {
  Button,
  Card,
  type Column,
  EmptyState,
  Segmented,
  StatusDot,
  Table,
  useApi,
  useCodedText,
  useFormat,
  useT,
} from '@svc/dashboard-sdk'
import { StaleQueryNote } from '@svc/dashboard-sdk/widgets'
import type { MonitorDetail, MonitorRecord } from '@svc/plugin-monitors/contract'
import { ChevronLeft, ChevronRight, ListX } from 'lucide-react'
import { type ReactNode, useMemo, useState } from 'react'
import { monitorPath } from '../paths.ts'
import { factsSummary } from './facts.ts'

const pageSize = 50

/** More than a page, because checks around the page boundary may have the same time. */
export const requestLimit = pageSize + 10

/** Where the next page begins. */
export interface PageCursor {
  readonly to: string
  readonly belowId: number
}

/** Cuts a response to the page after `cursor`, and returns the cursor of the next page. */
export function toPage(records: readonly MonitorRecord[], cursor: PageCursor | undefined) {
  const remaining = cursor ? records.filter(({ id }) => id < cursor.belowId) : records
  const rows = remaining.slice(0, pageSize)
  const last = rows.at(-1)
  const next: PageCursor | undefined =
    last && remaining.length > pageSize ? { to: last.time, belowId: last.id } : undefined
  return { rows, next }
}

/** The check history, newest first. */
export function RecordsCard({ monitor }: { monitor: MonitorDetail }): ReactNode {
  const t = useT()
  const format = useFormat()
  const sentence = useCodedText()
  // Cursors of the visited pages; the first page has none.
  const [cursors, setCursors] = useState<readonly PageCursor[]>([])
  const cursor = cursors.at(-1)
  const [onlyChanges, setOnlyChanges] = useState(true)
  const show = (shown: 'changes' | 'all') => {
    setOnlyChanges(shown === 'changes')
    setCursors([])
  }
  const { data, error, refetch, isPlaceholderData } = useApi<readonly MonitorRecord[]>(
    `${monitorPath(monitor.id)}/records`,
    {
      search: { limit: requestLimit, to: cursor?.to, ...(onlyChanges && { changes: true }) },
      refetchInterval: cursor ? false : 60_000,
      staleTime: 5000,
      keepPrevious: true,
    },
  )
  const page = useMemo(
    () => (data && !isPlaceholderData ? toPage(data, cursor) : undefined),
    [data, isPlaceholderData, cursor],
  )
  const details = ({ success, error_text, detail }: MonitorRecord) =>
    success ? (
      <span className="wrap-anywhere line-clamp-2 text-muted">
        {factsSummary(monitor.monitor_type, detail, { t, format })}
      </span>
    ) : (
      <span className="wrap-anywhere text-danger">{error_text ? sentence(error_text) : t('record.noReason')}</span>
    )
  const columns: Column<MonitorRecord>[] = [
    {
      id: 'time',
      header: t('record.time'),
      className: 'whitespace-nowrap',
      cell: ({ time }) => (
        <time dateTime={time}>
          <span className="max-sm:block">{format.date(time)}</span> {format.time(time)}
        </time>
      ),
    },
    {
      id: 'result',
      header: t('record.result'),
      cell: (record) => (
        <>
          <StatusDot
            tone={record.success ? 'on' : 'danger'}
            label={t(record.success ? 'record.success' : 'record.failure')}
          />
          <div className="mt-0.5 text-xs sm:hidden">{details(record)}</div>
        </>
      ),
    },
    {
      id: 'latency',
      header: t('list.latency'),
      align: 'right',
      className: 'whitespace-nowrap',
      cell: ({ latency }) => (latency === null ? '–' : format.ms(latency)),
    },
    { id: 'detail', header: t('record.detail'), className: 'max-sm:hidden', cell: details },
  ]
  return (
    <Card
      title={t('record.title')}
      flush
      actions={
        <Segmented
          label={t('record.filter')}
          value={onlyChanges ? 'changes' : 'all'}
          onChange={show}
          options={[
            { value: 'changes', label: t('record.onlyChanges') },
            { value: 'all', label: t('record.all') },
          ]}
        />
      }
    >
      {page && error && (
        <div className="px-5">
          <StaleQueryNote error={error} onRetry={() => void refetch()} />
        </div>
      )}
      <Table
        caption={t('record.title')}
        columns={columns}
        rows={page?.rows}
        rowKey={({ id }) => String(id)}
        error={error}
        onRetry={() => void refetch()}
        empty={<EmptyState icon={ListX} title={t('record.empty')} description={t('record.emptyHint')} />}
      />
      {(cursor || page?.next) && (
        <nav aria-label={t('record.pages')} className="flex justify-end gap-2 border-t px-5 py-2">
          <Button size="sm" disabled={!cursor} onClick={() => setCursors(cursors.slice(0, -1))}>
            <ChevronLeft aria-hidden />
            {t('record.newer')}
          </Button>
          <Button size="sm" disabled={!page?.next} onClick={() => page?.next && setCursors([...cursors, page.next])}>
            {t('record.older')}
            <ChevronRight aria-hidden />
          </Button>
        </nav>
      )}
    </Card>
  )
}
