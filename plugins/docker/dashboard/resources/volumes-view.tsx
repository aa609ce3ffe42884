import { Badge, useFormat, useNow, useT } from '@svc/dashboard-sdk'
import { Database } from 'lucide-react'
import { type ReactNode, useMemo } from 'react'
import type { Volume } from '../../src/wire.ts'
import { projectOf } from '../list/compose.ts'
import type { Row } from '../live/container-row.ts'
import { ResourceCard, type ResourceColumn } from './resource-card.tsx'

const textOf = (volume: Volume) => `${volume.name} ${volume.driver} ${volume.mountpoint} ${projectOf(volume)}`

/** The containers that mount a volume, by its name; undefined if the agent does not tell mounts. */
function usersByVolume(rows: readonly Row[] | undefined): ReadonlyMap<string, readonly string[]> | undefined {
  if (!rows?.some(({ container }) => container.mounts)) return undefined
  const users = new Map<string, string[]>()
  for (const { container } of rows) {
    for (const { type, source } of container.mounts ?? []) {
      if (type === 'volume') users.set(source, [...(users.get(source) ?? []), container.name])
    }
  }
  return users
}

/** The volumes of a server, and which containers use them. */
export function VolumesView({ serverId, rows }: { serverId: string; rows: readonly Row[] | undefined }): ReactNode {
  const t = useT()
  const format = useFormat()
  const now = useNow(60_000)
  const users = useMemo(() => usersByVolume(rows), [rows])
  const columns = useMemo(
    (): readonly ResourceColumn<Volume>[] => [
      {
        id: 'name',
        header: t('volumes.name'),
        className: 'max-w-0 w-1/2',
        sortValue: ({ name }) => name,
        cell: ({ name, mountpoint }) => (
          <>
            <span className="block truncate font-medium" data-tip={name}>
              {/^[0-9a-f]{64}$/.test(name) ? name.slice(0, 12) : name}
            </span>
            <span className="block truncate font-mono text-faint text-xs" data-tip={mountpoint}>
              {mountpoint}
            </span>
          </>
        ),
      },
      {
        id: 'driver',
        header: t('volumes.driver'),
        className: 'max-md:hidden',
        sortValue: ({ driver }) => driver,
        cell: ({ driver }) => driver,
      },
      ...(users
        ? [
            {
              id: 'users',
              header: t('volumes.users'),
              first: 'desc' as const,
              className: 'max-w-0 w-1/4',
              sortValue: ({ name }: Volume) => users.get(name)?.length ?? 0,
              cell: ({ name }: Volume) => {
                const names = users.get(name) ?? []
                return names.length === 0 ? (
                  <Badge>{t('volumes.unused')}</Badge>
                ) : (
                  <span className="block truncate" data-tip={format.list(names)}>
                    {format.list(names)}
                  </span>
                )
              },
            },
          ]
        : []),
      {
        id: 'created',
        header: t('volumes.created'),
        align: 'right',
        first: 'desc',
        className: 'max-md:hidden whitespace-nowrap text-muted',
        sortValue: ({ created_at }) => created_at ?? '',
        cell: ({ created_at }) =>
          created_at ? <time dateTime={created_at}>{format.relative(created_at, now)}</time> : '–',
      },
    ],
    [t, format, now, users],
  )
  return (
    <ResourceCard
      serverId={serverId}
      name="volumes"
      icon={Database}
      columns={columns}
      keyOf={({ name }) => name}
      textOf={textOf}
      firstSort={{ by: 'name', direction: 'asc' }}
    />
  )
}
