import { Badge, cn, shortOs, useT } from '@svc/dashboard-sdk'
import type { ServerStatus } from '@svc/protocol'
import type { ReactNode } from 'react'

/**
 * The line below a name: group, system, tags. What does not fit wraps into a second line that is cut off. Picking a tag
 * filters by it; that is for the pointer, because the search finds tags too and a long list would otherwise have several
 * stops of the keyboard per entry.
 */
export function EntryLine(props: {
  group: string | undefined
  server: ServerStatus
  onTag: (tag: string) => void
  className?: string
}): ReactNode {
  const { group, server, onTag, className } = props
  const t = useT()
  const text = [group, shortOs(server.os)].filter(Boolean).join(' · ')
  if (text === '' && server.tags.length === 0) return null
  return (
    <div
      className={cn('flex h-5 min-w-0 flex-wrap items-center gap-x-1 overflow-hidden text-faint text-xs', className)}
    >
      {text && (
        <span className="mr-0.5 max-w-full truncate leading-5" title={server.os ?? undefined}>
          {text}
        </span>
      )}
      {server.tags.map((tag) => (
        <button
          key={tag}
          type="button"
          tabIndex={-1}
          onClick={() => onTag(tag)}
          title={t('tags.filter', { tag })}
          className="relative z-1 inline-flex rounded-xs"
        >
          <Badge className="hover:text-ink">{tag}</Badge>
        </button>
      ))}
    </div>
  )
}
