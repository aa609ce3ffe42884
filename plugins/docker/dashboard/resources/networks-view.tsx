import { useFormat, useT } from '@svc/dashboard-sdk'
import { Waypoints } from 'lucide-react'
import { type ReactNode, useMemo } from 'react'
import type { Network } from '../../src/wire.ts'
import { ResourceCard, type ResourceColumn } from './resource-card.tsx'

const namesOf = ({ containers }: Network) => Object.values(containers).sort()
const textOf = (network: Network) => [network.name, network.id, network.driver, ...namesOf(network)].join(' ')

/** The networks of a server with their containers. */
export function NetworksView({ serverId }: { serverId: string }): ReactNode {
  const t = useT()
  const format = useFormat()
  const columns = useMemo(
    (): readonly ResourceColumn<Network>[] => [
      {
        id: 'name',
        header: t('networks.name'),
        className: 'max-w-0 w-1/3',
        sortValue: ({ name }) => name,
        cell: ({ name, id }) => (
          <>
            <span className="block truncate font-medium" data-tip={name}>
              {name}
            </span>
            <span className="block truncate font-mono text-faint text-xs">{id.slice(0, 12)}</span>
          </>
        ),
      },
      { id: 'driver', header: t('networks.driver'), sortValue: ({ driver }) => driver, cell: ({ driver }) => driver },
      {
        id: 'scope',
        header: t('networks.scope'),
        className: 'max-md:hidden text-muted',
        sortValue: ({ scope }) => scope,
        cell: ({ scope }) => scope,
      },
      {
        id: 'containers',
        header: t('networks.containers'),
        first: 'desc',
        className: 'max-w-0 w-2/5',
        sortValue: ({ containers }) => Object.keys(containers).length,
        cell: (network) => {
          const names = namesOf(network)
          return names.length === 0 ? (
            <span className="text-faint">–</span>
          ) : (
            <span className="block truncate" data-tip={format.list(names)}>
              {format.list(names)}
            </span>
          )
        },
      },
    ],
    [t, format],
  )
  return (
    <ResourceCard
      serverId={serverId}
      name="networks"
      icon={Waypoints}
      columns={columns}
      keyOf={({ id }) => id}
      textOf={textOf}
      firstSort={{ by: 'name', direction: 'asc' }}
    />
  )
}
