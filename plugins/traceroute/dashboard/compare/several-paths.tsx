import { useT } from '@svc/dashboard-sdk'
import type { Snapshot } from '@svc/plugin-traceroute/contract'
import { type ReactNode, useMemo } from 'react'
import { HopList } from '../trace/hop-list.tsx'
import { readHops } from '../trace/reading.ts'
import { addressesInSeveral } from './shared-addresses.ts'
import { TraceHeading } from './trace-heading.tsx'

/** Paths beside each other; routers that several of them pass are marked. */
export function SeveralPaths({ traces }: { traces: readonly Snapshot[] }): ReactNode {
  const t = useT()
  const marked = useMemo(() => addressesInSeveral(traces), [traces])
  return (
    <>
      {marked.size > 0 && <p className="px-1 text-muted text-sm">{t('compare.shared')}</p>}
      <div className="grid gap-4 md:grid-cols-2 xl:grid-cols-3">
        {traces.map((trace) => (
          <section key={trace.request_id} className="panel flex min-w-0 flex-col gap-3 p-4">
            <TraceHeading trace={trace} />
            {trace.hops.length > 0 ? (
              <HopList readings={readHops(trace)} marked={marked} />
            ) : (
              !trace.completed && <p className="text-muted text-sm">{t('trace.waiting')}</p>
            )}
          </section>
        ))}
      </div>
    </>
  )
}
