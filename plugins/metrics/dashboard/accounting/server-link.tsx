import { cn, PageLink } from '@svc/dashboard-sdk'
import { serverPage } from '@svc/plugin-enrollment/dashboard/pages'
import type { ReactNode } from 'react'

/** Link to a tab of a server. */
export const ServerLink = (props: { id: string; name: string; tab?: string; className?: string }): ReactNode => (
  <PageLink
    page={serverPage}
    params={{ id: props.id }}
    search={props.tab ? { tab: props.tab } : {}}
    title={props.name}
    otherwise={<span className="block truncate font-medium">{props.name}</span>}
    className={cn('block min-w-0 truncate rounded-xs font-medium hover:text-accent', props.className)}
  >
    {props.name}
  </PageLink>
)
