import { cn, PageLink } from '@svc/dashboard-sdk'
import type { ServerRecord } from '@svc/plugin-enrollment/contract'
import type { ReactNode } from 'react'
import { serverPage } from '../pages.ts'

/** The name of a server, linked to its agent tab. */
export const MatrixName = ({ server, className }: { server: ServerRecord; className: string }): ReactNode => (
  <PageLink
    page={serverPage}
    params={{ id: server.id }}
    search={{ tab: 'agent' }}
    data-row
    className={cn('truncate rounded-xs font-medium hover:text-accent', className)}
  >
    {server.name}
  </PageLink>
)
