import { Badge, PageLink, RelativeTime, useCodedText, useServerNames, useT } from '@svc/dashboard-sdk'
import type { Snapshot } from '@svc/plugin-traceroute/contract'
import type { ReactNode } from 'react'
import { serverTraceroutePage } from '../pages.ts'
import { ProtocolBadge } from '../trace/trace-badges.tsx'

/** Which trace this is. */
export function TraceHeading({ trace }: { trace: Snapshot }): ReactNode {
  const t = useT()
  const names = useServerNames()
  const reason = useCodedText()
  const { server_id, request_id, target, started_at, completed, round, total_rounds, error_text } = trace
  return (
    <div className="flex min-w-0 flex-col gap-1">
      <PageLink
        page={serverTraceroutePage}
        params={{ id: server_id }}
        search={{ trace: request_id }}
        className="truncate font-semibold hover:underline"
      >
        {names.get(server_id) ?? server_id}
      </PageLink>
      <span className="flex flex-wrap items-center gap-1.5 text-muted text-xs">
        → <span className="break-all">{target}</span> <ProtocolBadge trace={trace} />
        {!completed && <Badge tone="accent">{t('trace.round', { round, total: total_rounds })}</Badge>}
      </span>
      <RelativeTime at={new Date(started_at).toISOString()} className="text-faint text-xs" />
      {error_text && <span className="text-danger text-xs first-letter:uppercase">{reason(error_text)}</span>}
    </div>
  )
}
