import { cn, PageLink } from '@svc/dashboard-sdk'
import { serverPage } from '@svc/plugin-enrollment/dashboard/pages'
import type { ReactNode } from 'react'

/** Links to the page of a server. */
export const ServerLink = (props: { id: string; name: string; className?: string }): ReactNode => (
  <PageLink
    page={serverPage}
    params={{ id: props.id }}
    otherwise={<span className="wrap-anywhere">{props.name}</span>}
    className={cn('wrap-anywhere rounded-xs font-medium hover:text-accent hover:underline', props.className)}
  >
    {props.name}
  </PageLink>
)
