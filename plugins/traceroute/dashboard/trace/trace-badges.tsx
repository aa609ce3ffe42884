import { Badge, useT } from '@svc/dashboard-sdk'
import type { Snapshot } from '@svc/plugin-traceroute/contract'
import { LoaderCircle } from 'lucide-react'
import type { ReactNode } from 'react'

/** What was sent. */
export function ProtocolBadge({
  trace: { protocol, port },
}: {
  trace: Pick<Snapshot, 'protocol' | 'port'>
}): ReactNode {
  return (
    <Badge>
      {protocol.toUpperCase()}
      {port !== null && ` ${port}`}
    </Badge>
  )
}

/** How far it is, or how it ended. */
export function StateBadge({ trace }: { trace: Snapshot }): ReactNode {
  const t = useT()
  const { completed, error, reached, round, total_rounds } = trace
  if (!completed) {
    return (
      <Badge tone="accent" role="status">
        <LoaderCircle className="animate-spin motion-reduce:animate-none" aria-hidden />
        {t('trace.round', { round, total: total_rounds })}
      </Badge>
    )
  }
  if (error) return <Badge tone="danger">{t('trace.failed')}</Badge>
  return reached ? <Badge tone="ok">{t('trace.reached')}</Badge> : <Badge tone="warn">{t('trace.unreached')}</Badge>
}
