import { Badge, CopyButton, useFormat, useNow, useT } from '@svc/dashboard-sdk'
import { Layers2 } from 'lucide-react'
import { type ReactNode, useMemo } from 'react'
import type { Image } from '../../src/wire.ts'
import { ResourceCard, type ResourceColumn } from './resource-card.tsx'

const shortId = (id: string) => id.replace('sha256:', '').slice(0, 12)
const textOf = ({ tags, id, digests }: Image) => [...tags, id, ...digests].join(' ')

/** The images of a server. */
export function ImagesView({ serverId }: { serverId: string }): ReactNode {
  const t = useT()
  const format = useFormat()
  const now = useNow(60_000)
  const columns = useMemo(
    (): readonly ResourceColumn<Image>[] => [
      {
        id: 'name',
        header: t('images.tags'),
        className: 'max-w-0 w-1/2',
        sortValue: ({ tags, id }) => tags[0] ?? `~${id}`,
        cell: ({ tags, id }) => (
          <>
            {tags.map((tag) => (
              <span key={tag} className="block truncate font-medium" data-tip={tag}>
                {tag}
              </span>
            ))}
            {tags.length === 0 && <span className="text-faint">{t('images.dangling')}</span>}
            <span className="block truncate font-mono text-faint text-xs md:hidden">{shortId(id)}</span>
          </>
        ),
      },
      {
        id: 'id',
        header: t('images.id'),
        className: 'max-md:hidden whitespace-nowrap',
        cell: ({ id }) => (
          <span className="inline-flex items-center gap-1 font-mono text-xs">
            {shortId(id)}
            <CopyButton text={id} label={t('images.copyId')} />
          </span>
        ),
      },
      {
        id: 'containers',
        header: t('images.containers'),
        align: 'right',
        first: 'desc',
        sortValue: ({ containers }) => containers,
        cell: ({ containers }) => (containers > 0 ? format.number(containers) : <Badge>{t('images.unused')}</Badge>),
      },
      {
        id: 'size',
        header: t('images.size'),
        align: 'right',
        first: 'desc',
        className: 'whitespace-nowrap',
        sortValue: ({ size }) => size,
        cell: ({ size }) => format.bytes(size),
      },
      {
        id: 'created',
        header: t('images.created'),
        align: 'right',
        first: 'desc',
        className: 'max-md:hidden whitespace-nowrap text-muted',
        sortValue: ({ created }) => created,
        cell: ({ created }) => (
          <time dateTime={new Date(created * 1000).toISOString()} data-tip={format.dateTime(created * 1000)}>
            {format.relative(created * 1000, now)}
          </time>
        ),
      },
    ],
    [t, format, now],
  )
  return (
    <ResourceCard
      serverId={serverId}
      name="images"
      icon={Layers2}
      columns={columns}
      keyOf={({ id }) => id}
      textOf={textOf}
      firstSort={{ by: 'name', direction: 'asc' }}
    />
  )
}
