import { cn, useT } from '@svc/dashboard-sdk'
import { OfflineNote } from '@svc/dashboard-sdk/widgets'
import type { ServerStatus } from '@svc/widget-sdk'
import { Hourglass } from 'lucide-react'
import type { ReactNode } from 'react'
import { standingOf } from './server-facts.tsx'

/** Why there are no figures: it is offline, and since when, or no agent has connected yet. */
export function Absent({ server, className }: { server: ServerStatus; className: string }): ReactNode {
  const t = useT()
  if (standingOf(server) === 'offline') return <OfflineNote serverId={server.id} className={className} />
  return (
    <p className={cn('flex min-w-0 items-center gap-1.5 text-muted text-xs', className)}>
      <Hourglass className="size-3.5 shrink-0" aria-hidden />
      <span className="truncate">{t('widget.server-cards.pending')}</span>
    </p>
  )
}
