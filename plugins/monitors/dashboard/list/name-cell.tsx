import { Badge, PageLink, useCodedText, useFormat } from '@svc/dashboard-sdk'
import type { Monitor } from '@svc/plugin-monitors/contract'
import type { ReactNode } from 'react'
import { monitorPage } from '../pages.ts'
import { stateOf } from '../state/monitor-state.ts'
import { StateMark } from '../state/state-mark.tsx'

/** Name, target and error; on phones also the state, which has no column there. */
export function NameCell({ monitor }: { monitor: Monitor }): ReactNode {
  const format = useFormat()
  const { id, name, target } = monitor
  const sentence = useCodedText()
  const reason = monitor.last_error_text && sentence(monitor.last_error_text)
  const state = stateOf(monitor)
  const isFailing = state === 'down' || state === 'failing'
  return (
    <div className="min-w-0">
      <PageLink
        page={monitorPage}
        params={{ id }}
        className="wrap-anywhere rounded-xs font-medium underline-offset-2 hover:underline"
      >
        {name}
      </PageLink>
      <p className="max-w-[min(24rem,60vw)] truncate font-mono text-faint text-xs" data-tip={target}>
        {target}
      </p>
      {(monitor.group_name !== null || monitor.tags.length > 0) && (
        <p className="mt-0.5 flex flex-wrap gap-1">
          {monitor.group_name !== null && <Badge tone="accent">{monitor.group_name}</Badge>}
          {monitor.tags.map((tag) => (
            <Badge key={tag}>{tag}</Badge>
          ))}
        </p>
      )}
      {isFailing && reason && (
        <p className="wrap-anywhere line-clamp-2 max-w-md text-danger text-xs" data-tip={reason}>
          {reason}
        </p>
      )}
      <div className="mt-1 flex flex-wrap items-center gap-x-3 text-xs sm:hidden">
        <StateMark monitor={monitor} />
        {state === 'up' && (
          <span className="figures text-muted">
            {monitor.last_latency === null ? '–' : format.ms(monitor.last_latency)}
          </span>
        )}
      </div>
    </div>
  )
}
