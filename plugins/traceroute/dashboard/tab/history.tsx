import {
  Badge,
  Button,
  Card,
  Checkbox,
  type Column,
  cn,
  DeleteDialog,
  EmptyState,
  IconButton,
  type ListPages,
  LoadMore,
  PageLink,
  RelativeTime,
  Table,
  useMe,
  usePages,
  useT,
} from '@svc/dashboard-sdk'
import type { HistoryEntry } from '@svc/plugin-traceroute/contract'
import { Route, Trash2 } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { formatTraces, maxCompared } from '../compare/compare-search.ts'
import { tracerouteComparePage } from '../pages.ts'
import { tracePath, tracesPath } from '../paths.ts'
import { ProtocolBadge } from '../trace/trace-badges.tsx'

const pageSize = 20

/** Traces of a server, newest first. */
export function useHistory(serverId: string): TraceHistory {
  return usePages<HistoryEntry>(tracesPath(serverId), { search: { limit: pageSize }, staleTime: 0 })
}

interface TraceHistory {
  readonly items: readonly HistoryEntry[] | undefined
  readonly error: unknown
  readonly refetch: () => Promise<unknown>
  readonly pages: ListPages
}

/** The list of traces. */
export function History(props: {
  serverId: string
  history: TraceHistory
  shownId: string
  onShow: (requestId: string) => void
}): ReactNode {
  const { serverId, history, shownId, onShow } = props
  const t = useT()
  const { isAdmin } = useMe()
  const [deleted, setDeleted] = useState<HistoryEntry | 'all'>()
  const [chosen, setChosen] = useState<readonly string[]>([])
  const toggle = (id: string) => setChosen(chosen.includes(id) ? chosen.filter((one) => one !== id) : [...chosen, id])
  const { items, error, refetch, pages } = history
  const columns: readonly Column<HistoryEntry>[] = [
    {
      id: 'choose',
      label: t('history.choose'),
      className: 'w-10',
      cell: ({ request_id, target }) => (
        <Checkbox
          aria-label={t('history.chooseOne', { target })}
          checked={chosen.includes(request_id)}
          disabled={!chosen.includes(request_id) && chosen.length >= maxCompared}
          onChange={() => toggle(request_id)}
        />
      ),
    },
    {
      id: 'target',
      header: t('history.target'),
      className: 'max-w-0 w-full',
      cell: (entry) => (
        <button
          type="button"
          aria-current={entry.request_id === shownId || undefined}
          onClick={() => onShow(entry.request_id)}
          className={cn(
            'block max-w-full truncate rounded-xs text-left hover:underline',
            entry.request_id === shownId && 'font-semibold',
          )}
        >
          {entry.target}
          {entry.alert && (
            <Badge tone="warn" className="ml-2">
              {t('history.alert')}
            </Badge>
          )}
        </button>
      ),
    },
    { id: 'protocol', header: t('history.protocol'), cell: (entry) => <ProtocolBadge trace={entry} /> },
    {
      id: 'hops',
      header: t('history.hops'),
      align: 'right',
      className: 'max-md:hidden',
      cell: ({ hop_count }) => hop_count,
    },
    {
      id: 'result',
      header: t('history.result'),
      className: 'max-md:hidden whitespace-nowrap',
      cell: ({ completed_at, has_error, reached }) => {
        if (completed_at === null) return t('history.running')
        if (has_error) return <span className="text-danger">{t('trace.failed')}</span>
        return reached ? t('trace.reached') : <span className="text-warn">{t('trace.unreached')}</span>
      },
    },
    {
      id: 'started',
      header: t('history.started'),
      align: 'right',
      className: 'whitespace-nowrap',
      cell: ({ started_at }) => <RelativeTime at={new Date(started_at).toISOString()} />,
    },
    ...(isAdmin
      ? [
          {
            id: 'actions',
            label: t('history.actions'),
            align: 'right' as const,
            cell: (entry: HistoryEntry) => (
              <IconButton label={t('history.delete', { target: entry.target })} onClick={() => setDeleted(entry)}>
                <Trash2 aria-hidden />
              </IconButton>
            ),
          },
        ]
      : []),
  ]
  const hasSome = (items?.length ?? 0) > 0
  return (
    <Card
      flush
      title={t('history.title')}
      actions={
        hasSome && (
          <>
            {chosen.length >= 2 && (
              <Button size="sm" asChild>
                <PageLink
                  page={tracerouteComparePage}
                  search={{ traces: formatTraces(chosen.map((requestId) => ({ serverId, requestId }))) }}
                >
                  {t('history.compare', { count: chosen.length })}
                </PageLink>
              </Button>
            )}
            {isAdmin && (
              <Button size="sm" onClick={() => setDeleted('all')}>
                {t('history.clear')}
              </Button>
            )}
          </>
        )
      }
    >
      <Table
        caption={t('history.title')}
        columns={columns}
        rows={items}
        rowKey={({ request_id }) => request_id}
        error={error}
        onRetry={() => void refetch()}
        empty={
          <EmptyState
            icon={Route}
            title={t('history.empty')}
            description={t(isAdmin ? 'history.emptyHint' : 'history.emptyMember')}
          />
        }
      />
      <LoadMore pages={pages} />
      {deleted && (
        <DeleteDialog
          path={deleted === 'all' ? tracesPath(serverId) : tracePath(serverId, deleted.request_id)}
          invalidates={[tracesPath(serverId)]}
          title={deleted === 'all' ? t('history.clearTitle') : t('history.deleteTitle', { target: deleted.target })}
          description={t('history.deleteHint')}
          action={t(deleted === 'all' ? 'history.clear' : 'history.deleteAction')}
          done={t('history.deleted')}
          onDeleted={() => {
            setChosen([])
            onShow('')
          }}
          onClose={() => setDeleted(undefined)}
        />
      )}
    </Card>
  )
}
