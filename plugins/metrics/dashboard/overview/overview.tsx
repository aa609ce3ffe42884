import {
  Button,
  EmptyState,
  InlineError,
  PageLink,
  Pagination,
  Skeleton,
  useHoverOrFocus,
  useLive,
  useMe,
  usePageSearch,
  useT,
} from '@svc/dashboard-sdk'
import { serversPage } from '@svc/plugin-enrollment/dashboard/pages'
import { CircleCheckBig, SearchX, Server, Unplug } from 'lucide-react'
import { type ReactNode, useCallback, useEffect, useState } from 'react'
import { pageSize, paginate } from '../paginate.ts'
import type { Assessed } from './assess.ts'
import { CountsStrip } from './counts-strip.tsx'
import { overviewSearch } from './overview-search.ts'
import { OverviewToolbar } from './overview-toolbar.tsx'
import { ServerList } from './server-row.tsx'
import { useOverview } from './use-overview.ts'

/** All servers and their problems, worst first, on the home page. */
export default function Overview(): ReactNode {
  const { loaded, status } = useLive()
  return loaded ? <Fleet /> : status === 'lost' ? <Unreachable /> : <Loading />
}

function Fleet() {
  const t = useT()
  const [search, setSearch] = usePageSearch(overviewSearch)
  const { held, handlers } = useHoverOrFocus()
  const overview = useOverview(search, held)
  const { answer, counts, rows, within } = overview
  const narrow = useCallback((patch: Partial<typeof search>) => setSearch({ page: undefined, ...patch }), [setSearch])
  const onTag = useCallback((tag: string) => narrow({ tag }), [narrow])
  if (overview.isEmpty) return <NoServers />
  const { page, shown } = paginate(rows, search.page ?? 1)
  // without the overview data, problems may go unnoticed
  const isWell = counts.problems === 0 && counts.online > 0 && !search.show && answer.data !== undefined
  return (
    <>
      <CountsStrip counts={counts} sums={overview.sums} show={search.show} onShow={(show) => narrow({ show })} />
      <Announcement counts={counts} />
      <OverviewToolbar search={search} onSearch={narrow} groups={overview.groups} tags={overview.tags} />
      {answer.error && !answer.data && (
        <div className="mb-4">
          <InlineError
            error={answer.error}
            action={
              <>
                <p className="mb-2 text-muted">{t('overview.partial')}</p>
                <Button size="sm" onClick={() => void answer.refetch()}>
                  {t('sdk:action.retry')}
                </Button>
              </>
            }
          />
        </div>
      )}
      {isWell && <AllHealthy servers={within} />}
      {rows.length === 0 ? (
        <Nothing
          show={search.show}
          onClear={() => narrow({ q: undefined, show: undefined, group: undefined, tag: undefined })}
        />
      ) : (
        <div className="panel overflow-clip" {...handlers}>
          <ServerList rows={shown} groupName={overview.groupName} onTag={onTag} />
          <Pagination
            page={page}
            size={pageSize}
            total={rows.length}
            onPage={(next) => {
              setSearch({ page: next })
              window.scrollTo({ top: 0 })
            }}
          />
        </div>
      )}
    </>
  )
}

function NoServers() {
  const t = useT()
  const { isAdmin } = useMe()
  return (
    <div className="panel">
      <EmptyState
        icon={Server}
        title={t('overview.empty')}
        description={t(isAdmin ? 'overview.emptyAdmin' : 'overview.emptyMember')}
        action={
          isAdmin && (
            <Button variant="primary" asChild>
              <PageLink page={serversPage}>{t('overview.add')}</PageLink>
            </Button>
          )
        }
      />
    </div>
  )
}

function Nothing({ show, onClear }: { show: string | undefined; onClear: () => void }) {
  const t = useT()
  return (
    <div className="panel">
      <EmptyState
        icon={SearchX}
        title={t(show ? `overview.none.${show}` : 'overview.none.match')}
        description={t('overview.noneHint')}
        action={<Button onClick={onClear}>{t('overview.clear')}</Button>}
      />
    </div>
  )
}

function Unreachable() {
  const t = useT()
  return (
    <div className="panel" role="alert">
      <EmptyState icon={Unplug} title={t('overview.unreachable')} description={t('overview.unreachableHint')} />
    </div>
  )
}

const six = ['a', 'b', 'c', 'd', 'e', 'f']

const Loading = () => (
  <>
    <Skeleton className="mb-5 h-42 w-full rounded-lg max-lg:h-84" />
    <Skeleton className="mb-3 h-8.5 w-full max-w-xl" />
    <div className="panel overflow-hidden">
      {six.map((key) => (
        <div key={key} className="flex h-16 items-center gap-6 border-b px-4 last:border-b-0">
          <Skeleton className="h-4 w-44" />
          <Skeleton className="h-4 flex-1" />
          <Skeleton className="h-6 w-24 max-md:hidden" />
        </div>
      ))}
    </div>
  </>
)

/** Banner shown while no server has problems. */
export function AllHealthy({ servers }: { servers: readonly Assessed[] }): ReactNode {
  const t = useT()
  const online = servers.filter(({ server }) => server.online).length
  const waiting = servers.length - online
  return (
    <div className="panel mb-4 flex items-center gap-4 overflow-hidden bg-[linear-gradient(100deg,color-mix(in_oklab,var(--ok)_13%,var(--panel)),var(--panel)_70%)] px-5 py-4">
      <CircleCheckBig className="size-9 shrink-0 text-ok" strokeWidth={1.6} aria-hidden />
      <div className="min-w-0">
        <p className="font-semibold text-[1rem]">{t('overview.well.title')}</p>
        <p className="text-muted text-sm">
          {t('overview.well.online', { count: online })}
          {waiting > 0 && ` ${t('overview.well.waiting', { count: waiting })}`}
        </p>
      </div>
    </div>
  )
}

/** Delay before a change is announced. */
const settleMs = 5000

/** Announces the number of servers with problems to screen readers, once it has settled. */
export function Announcement({
  counts,
}: {
  counts: { readonly problems: number; readonly offline: number }
}): ReactNode {
  const t = useT()
  const { problems, offline } = counts
  const text =
    problems === 0
      ? t('overview.spoken.well')
      : `${t('overview.spoken.problems', { count: problems })} ${t('overview.spoken.offline', { count: offline })}`
  const [announced, setAnnounced] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setAnnounced(text), settleMs)
    return () => clearTimeout(timer)
  }, [text])
  return (
    <p role="status" className="sr-only">
      {announced}
    </p>
  )
}
