import {
  Button,
  Card,
  EmptyState,
  Meter,
  PageLink,
  Skeleton,
  useFormat,
  useLive,
  useMe,
  useSampledServers,
  useT,
  useUsageLimits,
} from '@svc/dashboard-sdk'
import { ArrowDown, ArrowUp, Server, Unplug } from 'lucide-react'
import { type ReactNode, useMemo } from 'react'
import { fleetOf, type UsedShare } from '../list/fleet.ts'
import { serversPage } from '../pages.ts'
import { useGroups } from '../server/use-groups.ts'
import { FleetTiles } from './fleet-tiles.tsx'

/** Milliseconds between updates of the totals. */
const sampleMs = 3000

/** The whole fleet at a glance, on the home page: totals, and every server as a tile with its state. */
export default function Fleet(): ReactNode {
  const t = useT()
  const { loaded, status } = useLive()
  const servers = useSampledServers(sampleMs)
  const { groups } = useGroups()
  if (!loaded) return status === 'lost' ? <Unreachable /> : <Skeleton className="mb-5 h-64 rounded-lg" />
  if (servers.length === 0) return <NoServers />
  return (
    <Card
      className="mb-5"
      title={t('fleet.title')}
      actions={
        <Button size="sm" asChild>
          <PageLink page={serversPage}>{t('home.all')}</PageLink>
        </Button>
      }
    >
      <Totals />
      <FleetTiles servers={servers} groups={groups} />
    </Card>
  )
}

/** What the online servers use together. */
function Totals() {
  const t = useT()
  const format = useFormat()
  const servers = useSampledServers(sampleMs)
  const fleet = useMemo(() => fleetOf(servers), [servers])
  const limits = { cpu: useUsageLimits('cpu'), memory: useUsageLimits('memory'), disk: useUsageLimits('disk') }
  const detail = ({ used, total }: UsedShare) => (
    <>
      <span className="max-sm:hidden">{format.bytes(used)} / </span>
      {format.bytes(total)}
    </>
  )
  return (
    <dl className="mb-5 grid grid-cols-2 gap-x-6 gap-y-3 lg:grid-cols-4">
      <Total title={t('fleet.meanCpu')}>
        {fleet.online > 0 ? <Meter value={fleet.meanCpu} limits={limits.cpu} label={t('fleet.meanCpu')} /> : <None />}
      </Total>
      {(['memory', 'disk'] as const).map((kind) => {
        const share = fleet.used[kind]
        return (
          <Total key={kind} title={t(`figure.${kind}`)}>
            {share.total > 0 ? (
              <Meter
                value={(100 * share.used) / share.total}
                limits={limits[kind]}
                label={t(`figure.${kind}`)}
                detail={detail(share)}
              />
            ) : (
              <None />
            )}
          </Total>
        )
      })}
      <Total title={t('column.network')}>
        <p className="figures flex flex-wrap gap-x-5 font-medium text-sm">
          <Rate icon={ArrowDown} color="text-chart-1" label={t('figure.in')} value={format.rate(fleet.netIn)} />
          <Rate icon={ArrowUp} color="text-chart-2" label={t('figure.out')} value={format.rate(fleet.netOut)} />
        </p>
      </Total>
    </dl>
  )
}

const None = () => <span className="text-faint">–</span>

const Total = ({ title, children }: { title: string; children: ReactNode }) => (
  <div className="min-w-0">
    <dt className="caption mb-0.5 truncate">{title}</dt>
    <dd>{children}</dd>
  </div>
)

const Rate = (props: { icon: typeof ArrowUp; color: string; label: string; value: string }) => (
  <span className="inline-flex min-w-[9ch] items-center gap-1 whitespace-nowrap">
    <props.icon className={`size-3.5 ${props.color}`} aria-hidden />
    <span className="sr-only">{props.label}</span>
    {props.value}
  </span>
)

function NoServers() {
  const t = useT()
  const { isAdmin } = useMe()
  return (
    <div className="panel mb-5">
      <EmptyState
        icon={Server}
        title={t('list.empty')}
        description={t(isAdmin ? 'list.emptyAdmin' : 'list.emptyMember')}
        action={
          isAdmin && (
            <Button variant="primary" asChild>
              <PageLink page={serversPage} search={{ add: true }}>
                {t('add.open')}
              </PageLink>
            </Button>
          )
        }
      />
    </div>
  )
}

function Unreachable() {
  const t = useT()
  return (
    <div className="panel mb-5" role="alert">
      <EmptyState icon={Unplug} title={t('list.unreachable')} description={t('list.unreachableHint')} />
    </div>
  )
}
