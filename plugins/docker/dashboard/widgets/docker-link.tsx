import { PageLink } from '@svc/dashboard-sdk'
import type { ReactNode } from 'react'
import { dockerPage } from '../pages.ts'

/** A link to Docker on a server, or to one of its containers; plain text while the dashboard is edited. */
export function DockerLink(props: {
  serverId: string
  container?: string
  isEditing: boolean
  className?: string
  children: string
}): ReactNode {
  const { serverId, container, isEditing, className = '', children } = props
  const text = <span className={className}>{children}</span>
  if (isEditing) return text
  return (
    <PageLink
      page={dockerPage}
      params={{ id: serverId }}
      search={container === undefined ? {} : { container: container.slice(0, 12) }}
      data-tip={children}
      otherwise={text}
      className={`rounded-xs underline-offset-2 hover:underline ${className}`}
    >
      {children}
    </PageLink>
  )
}
