import { cn, Flag, PageLink, StatusDot, shortOs, useT } from '@svc/dashboard-sdk'
import { serverPage } from '@svc/plugin-enrollment/dashboard/pages'
import type { ServerStatus } from '@svc/widget-sdk'
import type { ReactNode } from 'react'

/** How a server stands; `pending`: no agent has connected yet. */
export type Standing = 'online' | 'offline' | 'pending'

export const standingOf = ({ online, agent_authority }: ServerStatus): Standing =>
  online ? 'online' : agent_authority.status === 'claimed' ? 'offline' : 'pending'

const tones = { online: 'on', offline: 'danger', pending: 'pending' } as const

/** Who it is: state, name and flag. */
export function ServerName({ server }: { server: ServerStatus }): ReactNode {
  const t = useT()
  const { id, name } = server
  const standing = standingOf(server)
  return (
    <div className="flex h-6 min-w-0 items-center gap-2">
      <StatusDot tone={tones[standing]} label={t(`widget.server-cards.${standing}`)} hideLabel />
      <PageLink
        page={serverPage}
        params={{ id }}
        data-row={id}
        title={name}
        otherwise={<span className="min-w-0 truncate font-medium">{name}</span>}
        className="min-w-0 truncate rounded-xs font-medium outline-none after:absolute after:inset-0 after:rounded-md hover:text-accent focus-visible:after:outline-2 focus-visible:after:outline-accent"
      >
        {name}
      </PageLink>
      <Flag code={server.country_code} />
    </div>
  )
}

/** The system it runs. */
export const System = ({ server: { os }, className }: { server: ServerStatus; className?: string }): ReactNode => (
  <span className={cn('min-w-0 truncate text-faint text-xs', className)} title={os ?? ''}>
    {shortOs(os)}
  </span>
)
