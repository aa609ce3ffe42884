import { EmptyState, useServers, useT } from '@svc/dashboard-sdk'
import type { ServerStatus } from '@svc/protocol'
import { Tag } from 'lucide-react'
import { type ReactNode, useMemo } from 'react'
import { TagEntry } from './tag-entry.tsx'
import { tagUsage } from './tag-usage.ts'

// A flat list of ids and tags, which stays equal while only metrics change.
const idsAndTags = (servers: readonly ServerStatus[]) => servers.flatMap(({ id, tags }) => [id, tags])

/** All tags in use; renames and removes them on all servers at once. */
export function TagsPanel({ onTag }: { onTag: (tag: string) => void }): ReactNode {
  const t = useT()
  const flat = useServers(idsAndTags)
  const uses = useMemo(() => {
    const servers = flat.flatMap((item, index) =>
      typeof item === 'string' ? [{ id: item, tags: flat[index + 1] as string[] }] : [],
    )
    return tagUsage(servers)
  }, [flat])
  const names = useMemo(() => uses.map(({ tag }) => tag), [uses])
  return (
    <div className="flex flex-col gap-5">
      <p className="text-muted text-sm">{t('tags.description')}</p>
      {uses.length === 0 ? (
        <EmptyState icon={Tag} title={t('tags.empty')} description={t('tags.emptyHint')} />
      ) : (
        <ul className="divide-y divide-line rounded-md ring-1 ring-line ring-inset">
          {uses.map((use) => (
            <TagEntry key={use.tag} use={use} others={names} onTag={onTag} />
          ))}
        </ul>
      )}
    </div>
  )
}
