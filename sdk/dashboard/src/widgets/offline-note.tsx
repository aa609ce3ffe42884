import type { ServerStatus } from '@svc/widget-sdk'
import { Unplug } from 'lucide-react'
import type { ReactNode } from 'react'
import { cn } from '../cn.ts'
import { useT } from '../i18n.ts'
import { useFormat } from '../use-format.ts'
import { useNow } from '../use-now.ts'
import { useServerValue } from './use-server-value.ts'

const lastActive = ({ last_active }: ServerStatus) => last_active

/** States that a server is offline, and since when. */
export function OfflineNote({ serverId, className }: { serverId: string; className?: string }): ReactNode {
  const t = useT()
  const format = useFormat()
  const now = useNow(10_000)
  const at = (useServerValue(serverId, lastActive) ?? 0) * 1000
  return (
    <p
      className={cn('flex min-w-0 items-center gap-1.5 text-muted text-xs', className)}
      data-tip={at ? t('sdk:server.lastReport', { at: format.dateTime(at) }) : undefined}
    >
      <Unplug className="size-3.5 shrink-0" aria-hidden />
      <span className="line-clamp-2">
        {at ? t('sdk:server.offlineSince', { ago: format.relative(at, Math.max(now, at)) }) : t('sdk:server.offline')}
      </span>
    </p>
  )
}
