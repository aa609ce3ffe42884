import { PageLink } from '@svc/dashboard-sdk'
import { serverPage } from '@svc/plugin-enrollment/dashboard/pages'
import type { ReactNode } from 'react'
import { networkTab } from '../pages.ts'

/** The name of a server with a link to its network; plain text while the dashboard is edited. */
export function NetworkLink(props: {
  id: string
  name: string
  isEditing: boolean
  range?: string
  className?: string
}): ReactNode {
  const { id, name, isEditing, range, className = '' } = props
  if (isEditing) return <span className={className}>{name}</span>
  return (
    <PageLink
      page={serverPage}
      params={{ id }}
      search={{ tab: networkTab, ...(range ? { range } : {}) }}
      data-tip={name}
      otherwise={<span className={className}>{name}</span>}
      className={`rounded-xs underline-offset-2 hover:underline ${className}`}
    >
      {name}
    </PageLink>
  )
}
