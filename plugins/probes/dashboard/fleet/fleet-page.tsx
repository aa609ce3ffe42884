import {
  Button,
  cn,
  EmptyState,
  ErrorState,
  moveFocusInList,
  PageHeader,
  PageLink,
  SearchInput,
  Skeleton,
  StaleNote,
  StatSkeletons,
  useFormat,
  useHoverOrFocus,
  useMe,
  usePageSearch,
  useT,
} from '@svc/dashboard-sdk'
import { serversPage } from '@svc/plugin-enrollment/dashboard/pages'
import { Radar, SearchX, Server } from 'lucide-react'
import { type ReactNode, useMemo } from 'react'
import { networkPage, networkProbesPage } from '../pages.ts'
import { type Assessed, lossLimits } from './health.ts'
import { IdleServers } from './idle-servers.tsx'
import { ServerCard } from './server-card.tsx'
import { useFleet, useLimits } from './use-fleet.ts'

/** The network quality of every server, worst first. */
export default function FleetPage(): ReactNode {
  const t = useT()
  const format = useFormat()
  const { warning, severe } = useLimits()
  const rule = {
    warnMs: format.ms(warning),
    severeMs: format.ms(severe),
    warnLoss: format.percent(lossLimits.warning * 100, 0),
    severeLoss: format.percent(lossLimits.severe * 100, 0),
  }
  return (
    <>
      <PageHeader title={t('network.title')} description={t('network.rule', rule)} />
      <Fleet />
    </>
  )
}

function Fleet() {
  const t = useT()
  const { held, handlers } = useHoverOrFocus()
  const { answer, rows } = useFleet(held)
  const [{ q }, setSearch] = usePageSearch(networkPage)
  const found = useMemo(() => matching(rows, q), [rows, q])
  const probing = found.filter(({ server }) => server.targets.length > 0)
  const idle = found.filter(({ server }) => server.targets.length === 0)
  if (!answer.data) {
    return answer.error ? (
      <div className="panel">
        <ErrorState error={answer.error} onRetry={() => void answer.refetch()} />
      </div>
    ) : (
      <Loading />
    )
  }
  if (answer.data.length === 0) return <NoServers />
  return (
    <>
      <StaleNote error={answer.error} onRetry={() => void answer.refetch()} />
      <Counters rows={rows} />
      {answer.data.every(({ targets }) => targets.length === 0) && <NoTargets />}
      <div className="mb-4">
        <SearchInput
          value={q ?? ''}
          onChange={(next) => setSearch({ q: next || undefined })}
          placeholder={t('network.search')}
        />
      </div>
      {found.length === 0 ? (
        <div className="panel">
          <EmptyState
            icon={SearchX}
            title={t('network.noMatch')}
            action={<Button onClick={() => setSearch({ q: undefined })}>{t('network.clear')}</Button>}
          />
        </div>
      ) : probing.length === 0 ? null : (
        <ul
          aria-label={t('network.list')}
          className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,18rem),1fr))] gap-3 md:gap-4"
          onKeyDown={moveFocusInList}
          {...handlers}
        >
          {probing.map((row, index) => (
            <ServerCard key={row.id} {...row} first={index < firstCards} />
          ))}
        </ul>
      )}
      <IdleServers rows={idle} />
    </>
  )
}

/** Enough for a large screen. */
const firstCards = 24

function matching(rows: readonly Assessed[], search = ''): readonly Assessed[] {
  const words = search.toLowerCase().split(/\s+/)
  return rows.filter(({ server }) => words.every((word) => server.server_name.toLowerCase().includes(word)))
}

function NoServers() {
  const t = useT()
  return (
    <div className="panel">
      <EmptyState
        icon={Server}
        title={t('network.noServers')}
        description={t('network.noServersHint')}
        action={
          <Button asChild>
            <PageLink page={serversPage}>{t('network.toServers')}</PageLink>
          </Button>
        }
      />
    </div>
  )
}

function NoTargets() {
  const t = useT()
  const { isAdmin } = useMe()
  return (
    <div className="panel mb-4">
      <EmptyState
        icon={Radar}
        title={t('network.noTargets')}
        description={t(isAdmin ? 'network.noTargetsAdmin' : 'network.noTargetsMember')}
        action={
          isAdmin && (
            <Button variant="primary" asChild>
              <PageLink page={networkProbesPage}>{t('network.toSettings')}</PageLink>
            </Button>
          )
        }
      />
    </div>
  )
}

const six = ['a', 'b', 'c', 'd', 'e', 'f']

const Loading = () => (
  <div aria-busy="true">
    <StatSkeletons />
    <div className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,18rem),1fr))] gap-3 md:gap-4">
      {six.map((key) => (
        <Skeleton key={key} className="h-44 rounded-lg" />
      ))}
    </div>
  </div>
)

/** Number of servers in total, online, and with anomalies in the last 24 hours. */
function Counters({ rows }: { rows: readonly Assessed[] }): ReactNode {
  const t = useT()
  const format = useFormat()
  const online = rows.filter(({ health }) => health !== 'offline').length
  const anomalous = rows.filter(({ server }) => server.anomaly_count > 0).length
  const counts = [
    { key: 'servers', count: rows.length, ink: undefined },
    { key: 'online', count: online, ink: online > 0 ? 'text-ok' : 'text-faint' },
    { key: 'anomalous', count: anomalous, ink: anomalous > 0 ? 'text-warn' : 'text-faint' },
  ]
  return (
    <dl aria-label={t('network.counts')} className="panel mb-5 grid grid-cols-3 gap-px overflow-hidden bg-line">
      {counts.map(({ key, count, ink }) => (
        <div key={key} className="min-w-0 bg-panel px-4 py-3 xl:px-5">
          <dt className="caption truncate">{t(`network.count.${key}`)}</dt>
          <dd className={cn('figures font-semibold text-[1.75rem] leading-9 tracking-tight', ink)}>
            {format.number(count)}
          </dd>
        </div>
      ))}
    </dl>
  )
}
