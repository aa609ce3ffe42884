import {
  Button,
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
import { Counters } from './counters.tsx'
import { type Assessed, lossLimits } from './health.ts'
import { ServerCard } from './server-card.tsx'
import { useFleet } from './use-fleet.ts'
import { useLimits } from './use-limits.ts'

/** How well every server reaches the targets that it probes, the worst first. */
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
      ) : (
        <ul
          aria-label={t('network.list')}
          className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,18rem),1fr))] gap-3 md:gap-4"
          onKeyDown={moveFocusInList}
          {...handlers}
        >
          {found.map((row, index) => (
            <ServerCard key={row.id} {...row} first={index < firstCards} />
          ))}
        </ul>
      )}
    </>
  )
}

/** As many as a large screen shows. */
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
