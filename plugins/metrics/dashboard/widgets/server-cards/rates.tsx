import { cn, useFormat, useT } from '@svc/dashboard-sdk'
import type { ServerStatus } from '@svc/widget-sdk'
import { ArrowDown, ArrowUp } from 'lucide-react'
import type { ReactNode } from 'react'

/** What comes in and goes out. */
export function Rates({ server, className }: { server: ServerStatus; className?: string }): ReactNode {
  const t = useT()
  const format = useFormat()
  return (
    <dl className={cn('figures grid gap-x-2 whitespace-nowrap text-xs', className)}>
      <div className="flex items-center gap-1">
        <dt>
          <ArrowDown aria-hidden className="size-3 text-chart-1" />
          <span className="sr-only">{t('line.in')}</span>
        </dt>
        <dd>{format.rate(server.net_in_speed)}</dd>
      </div>
      <div className="flex items-center gap-1">
        <dt>
          <ArrowUp aria-hidden className="size-3 text-chart-2" />
          <span className="sr-only">{t('line.out')}</span>
        </dt>
        <dd>{format.rate(server.net_out_speed)}</dd>
      </div>
    </dl>
  )
}
