import { shortOs, TagLine, useT } from '@svc/dashboard-sdk'
import type { ServerStatus } from '@svc/protocol'
import type { ReactNode } from 'react'

/** The line below a name: group, operating system and tags. Clicking a tag filters by it. */
export function EntryLine(props: {
  group: string | undefined
  server: ServerStatus
  onTag: (tag: string) => void
  className?: string
}): ReactNode {
  const { group, server, onTag, className } = props
  const t = useT()
  return (
    <TagLine
      text={[group, shortOs(server.os)].filter(Boolean).join(' · ')}
      title={server.os ?? undefined}
      tags={server.tags}
      tagTitle={(tag) => t('tags.filter', { tag })}
      onTag={onTag}
      className={className}
    />
  )
}
