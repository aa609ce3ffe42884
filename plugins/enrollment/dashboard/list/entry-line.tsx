import { cn, ReasonText, shortOs, TagLine, useT } from '@svc/dashboard-sdk'
import type { ServerStatus } from '@svc/protocol'
import type { ReactNode } from 'react'

/**
 * The line below a name: what is wrong, then group, operating system and tags. Clicking a tag filters by it. That a server
 * is offline stands elsewhere in the entry.
 */
export function EntryLine(props: {
  group: string | undefined
  server: ServerStatus
  onTag: (tag: string) => void
  className?: string
}): ReactNode {
  const { group, server, onTag, className } = props
  const t = useT()
  const [worst, ...others] = server.health.reasons.filter(({ id }) => id !== 'offline')
  return (
    <div className={cn('flex h-5 min-w-0 items-center gap-2', className)}>
      {worst && (
        <p
          className={cn(
            'max-w-full shrink-0 truncate font-medium text-xs leading-5',
            worst.level === 2 ? 'text-danger' : 'text-warn',
          )}
        >
          <ReasonText reason={worst} />
          {others.length > 0 && ` +${others.length}`}
        </p>
      )}
      <TagLine
        text={[group, shortOs(server.os)].filter(Boolean).join(' · ')}
        title={server.os ?? undefined}
        tags={server.tags}
        tagTitle={(tag) => t('tags.filter', { tag })}
        onTag={onTag}
      />
    </div>
  )
}
