import {
  Button,
  Card,
  type Column,
  EmptyState,
  LoadMore,
  onDemand,
  PageLink,
  RelativeTime,
  Segmented,
  StaleNote,
  Table,
  useFormat,
  useNavigateToPage,
  usePageSearch,
  usePages,
  useServerNames,
  useT,
} from '@svc/dashboard-sdk'
import type { Incident } from '@svc/plugin-status/contract'
import { CircleCheck, Plus } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { incidentPage, statusPagesPage } from '../pages.ts'
import { incidentsPath } from '../paths.ts'
import { SeverityBadge, StatusMark, VisibilityBadge } from './incident-marks.tsx'

const IncidentDialog = onDemand(() => import('./incident-dialog.tsx'), null)

/** Incidents, the open ones first. */
export function IncidentsTab(): ReactNode {
  const t = useT()
  const navigate = useNavigateToPage()
  const [search, setSearch] = usePageSearch(statusPagesPage)
  const [filter, setFilter] = useState<'open' | 'all'>('all')
  const [adding, setAdding] = useState(false)
  const { items: data, error, refetch, pages } = usePages<Incident>(incidentsPath, { refetchInterval: 60_000 })
  // A link from an alert names its servers.
  const isLinked = search.servers !== undefined || search.about !== undefined
  const close = () => {
    setAdding(false)
    if (isLinked) setSearch({ servers: undefined, about: undefined })
  }
  const rows = data
    ?.filter(({ status }) => filter === 'all' || status !== 'resolved')
    .toSorted((a, b) => Number(a.status === 'resolved') - Number(b.status === 'resolved'))
  return (
    <>
      {data && <StaleNote error={error} onRetry={() => void refetch()} />}
      <div className="mb-3 flex flex-wrap items-center justify-between gap-2">
        <Segmented
          label={t('incidents.filter')}
          value={filter}
          onChange={setFilter}
          options={(['all', 'open'] as const).map((value) => ({ value, label: t(`incidents.filters.${value}`) }))}
        />
        <Button variant="primary" onClick={() => setAdding(true)}>
          <Plus aria-hidden />
          {t('incidents.add')}
        </Button>
      </div>
      <Card flush>
        <IncidentTable rows={rows} error={error} onRetry={() => void refetch()} />
        <LoadMore pages={pages} />
      </Card>
      {(adding || isLinked) && (
        <IncidentDialog
          initial={{ title: search.about ?? '', servers: search.servers?.split(',') ?? [] }}
          onClose={close}
          onSaved={({ id }) => navigate(incidentPage, { params: { id } })}
        />
      )}
    </>
  )
}

function IncidentTable(props: {
  rows: readonly Incident[] | undefined
  error: unknown
  onRetry: () => void
}): ReactNode {
  const t = useT()
  const format = useFormat()
  const names = useServerNames()
  const columns: Column<Incident>[] = [
    {
      id: 'title',
      header: t('incidents.name'),
      cell: ({ id, title, severity, is_public, status }) => (
        <div className="flex min-w-0 flex-col items-start gap-1">
          <PageLink
            page={incidentPage}
            params={{ id }}
            className="wrap-anywhere rounded-xs font-medium underline-offset-2 hover:underline"
          >
            {title}
          </PageLink>
          <span className="flex flex-wrap items-center gap-1.5">
            <SeverityBadge severity={severity} />
            <VisibilityBadge isPublic={is_public} />
            <span className="sm:hidden">
              <StatusMark status={status} />
            </span>
          </span>
        </div>
      ),
    },
    {
      id: 'status',
      header: t('incidents.status'),
      className: 'max-sm:hidden',
      cell: ({ status }) => <StatusMark status={status} />,
    },
    {
      id: 'servers',
      header: t('incidents.servers'),
      className: 'max-lg:hidden text-muted',
      cell: ({ server_ids }) => (
        <span className="line-clamp-2">{format.list(server_ids.map((id) => names.get(id) ?? id)) || '–'}</span>
      ),
    },
    {
      id: 'created',
      header: t('incidents.created'),
      className: 'max-md:hidden whitespace-nowrap text-muted',
      cell: ({ created_at }) => <RelativeTime at={created_at} />,
    },
    {
      id: 'updated',
      header: t('incidents.lastUpdate'),
      className: 'max-md:hidden whitespace-nowrap text-muted',
      cell: ({ updates, updated_at }) => <RelativeTime at={updates.at(-1)?.created_at ?? updated_at} />,
    },
  ]
  return (
    <Table
      caption={t('tabs.incidents')}
      columns={columns}
      rowKey={({ id }) => id}
      empty={<EmptyState icon={CircleCheck} title={t('incidents.empty')} description={t('incidents.emptyHint')} />}
      {...props}
    />
  )
}
