import { Segmented, Skeleton, StatSkeletons, usePageSearch, useT } from '@svc/dashboard-sdk'
import { Activity, Container, Database, Layers2, type LucideIcon, Waypoints } from 'lucide-react'
import type { ReactNode } from 'react'
import { ContainerActions } from './actions/container-actions.tsx'
import { ContainerDrawer } from './detail/container-drawer.tsx'
import { dockerSearch, type View, views } from './docker-search.ts'
import { DockerSummary } from './docker-summary.tsx'
import { EventsView } from './events/events-view.tsx'
import { ContainersView } from './list/containers-view.tsx'
import { type Docker, useDocker } from './live/use-docker.ts'
import { ImagesView } from './resources/images-view.tsx'
import { NetworksView } from './resources/networks-view.tsx'
import { VolumesView } from './resources/volumes-view.tsx'
import { Unavailable } from './unavailable.tsx'

const icons: Readonly<Record<View, LucideIcon>> = {
  ...{ containers: Container, events: Activity, images: Layers2, networks: Waypoints, volumes: Database },
}

/** Docker on a server: containers, events, images, networks and volumes. */
export default function DockerTab({ serverId }: { readonly serverId: string }): ReactNode {
  return <Tab key={serverId} serverId={serverId} />
}

function Tab({ serverId }: { serverId: string }) {
  const docker = useDocker(serverId)
  const { rows, reason, hasExtras } = docker
  if (reason) {
    return (
      <div className="flex flex-col gap-4">
        <Unavailable serverId={serverId} reason={reason} />
        {reason !== 'denied' && <EventsView serverId={serverId} isStored />}
      </div>
    )
  }
  return (
    <ContainerActions serverId={serverId} hasExtras={hasExtras}>
      {rows ? <DockerSummary serverId={serverId} rows={rows} /> : <StatSkeletons />}
      <Views serverId={serverId} docker={docker} />
      {rows && <ContainerDrawer serverId={serverId} rows={rows} hasExtras={hasExtras} />}
    </ContainerActions>
  )
}

function Views({ serverId, docker }: { serverId: string; docker: Docker }) {
  const t = useT()
  const [search, setSearch] = usePageSearch(dockerSearch)
  const shown = views.filter((view) => view !== 'images' || docker.hasExtras)
  return (
    <>
      <div className="-mx-1 mb-4 overflow-x-auto px-1">
        <Segmented
          label={t('views.title')}
          className="whitespace-nowrap"
          value={search.view}
          onChange={(view) => setSearch({ view })}
          options={shown.map((value) => ({ value, label: t(`views.${value}`), icon: icons[value] }))}
        />
      </div>
      <Shown view={search.view} serverId={serverId} docker={docker} />
    </>
  )
}

function Shown({ view, serverId, docker }: { view: View; serverId: string; docker: Docker }) {
  switch (view) {
    case 'containers':
      return <ContainersView docker={docker} />
    case 'events':
      return <EventsView serverId={serverId} />
    case 'images':
      return docker.hasExtras ? <ImagesView serverId={serverId} /> : <Skeleton className="h-72 rounded-lg" />
    case 'networks':
      return <NetworksView serverId={serverId} />
    case 'volumes':
      return <VolumesView serverId={serverId} rows={docker.rows} />
  }
}
