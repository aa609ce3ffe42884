import {
  Button,
  Card,
  EmptyState,
  PageLink,
  Skeleton,
  Slot,
  useLive,
  useMe,
  useSampledServers,
  useT,
} from '@svc/dashboard-sdk'
import { Server, Unplug } from 'lucide-react'
import type { ReactNode } from 'react'
import { fleetTotals, serversPage } from '../pages.ts'
import { useGroups } from '../server/use-groups.ts'
import { FleetTiles } from './fleet-tiles.tsx'

/** Milliseconds between updates of the totals. */
const sampleMs = 3000

/** The whole fleet at a glance, on the home page: what plugins know of it together, and every server as a tile with its state. */
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
      <Slot of={fleetTotals} pending={<Skeleton className="mb-5 h-11" />} />
      <FleetTiles servers={servers} groups={groups} />
    </Card>
  )
}

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
