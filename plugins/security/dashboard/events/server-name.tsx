import { PageLink } from '@svc/dashboard-sdk'
import { serverPage } from '@svc/plugin-enrollment/dashboard/pages'
import type { ReactNode } from 'react'
import { securityTab } from '../pages.ts'

/** The name of a server, with a link to its events. */
export const ServerName = ({ id, name }: { id: string; name: string | undefined }): ReactNode => (
  <PageLink
    page={serverPage}
    params={{ id }}
    search={{ tab: securityTab }}
    otherwise={<span className="wrap-anywhere">{name ?? id}</span>}
    className="wrap-anywhere rounded-xs font-medium hover:text-accent hover:underline"
  >
    {name ?? id}
  </PageLink>
)
