import { Card, EmptyState, ErrorState, PageHeader, Skeleton, useMe, usePageSearch, useT } from '@svc/dashboard-sdk'
import type { Snapshot } from '@svc/plugin-traceroute/contract'
import { Route } from 'lucide-react'
import { type ReactNode, useCallback, useEffect, useMemo, useState } from 'react'
import { tracerouteComparePage } from '../pages.ts'
import { useTrace } from '../trace/use-trace.ts'
import { formatTraces, parseTraces, type TraceRef } from './compare-search.ts'
import { SeveralForm } from './several-form.tsx'
import { SeveralPaths } from './several-paths.tsx'
import { TwoPaths } from './two-paths.tsx'

/** Traces of several servers or times, beside each other. */
export default function ComparePage(): ReactNode {
  const t = useT()
  const { isAdmin } = useMe()
  const [{ traces: text }, setSearch] = usePageSearch(tracerouteComparePage)
  const refs = useMemo(() => parseTraces(text), [text])
  return (
    <>
      <PageHeader title={t('compare.title')} description={t('compare.lead')} />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        {isAdmin && (
          <SeveralForm onStarted={(started) => setSearch({ traces: formatTraces(started) }, { push: true })} />
        )}
        {refs.length > 0 ? (
          <Traces key={text} refs={refs} />
        ) : (
          <Card>
            <EmptyState
              icon={Route}
              title={t('compare.empty')}
              description={t(isAdmin ? 'compare.emptyHint' : 'compare.emptyMember')}
            />
          </Card>
        )}
      </div>
    </>
  )
}

/** Loads the traces; each follows its own updates. */
function Traces({ refs }: { refs: readonly TraceRef[] }) {
  const [loaded, setLoaded] = useState<ReadonlyMap<string, Snapshot>>(new Map())
  const onTrace = useCallback(
    (trace: Snapshot) =>
      setLoaded((all) => (all.get(trace.request_id) === trace ? all : new Map(all).set(trace.request_id, trace))),
    [],
  )
  const traces = refs.flatMap(({ requestId }) => loaded.get(requestId) ?? [])
  const [first, second] = traces
  // Two runs from one server are two states of a path; from two servers they are two paths.
  const isDifference = refs.length === 2 && first?.server_id === second?.server_id
  return (
    <>
      {refs.map((ref) => (
        <Loader key={ref.requestId} trace={ref} onTrace={onTrace} />
      ))}
      {first && second && isDifference ? (
        <TwoPaths
          {...(first.started_at <= second.started_at
            ? { before: first, after: second }
            : { before: second, after: first })}
        />
      ) : (
        <SeveralPaths traces={traces} />
      )}
    </>
  )
}

function Loader({ trace: { serverId, requestId }, onTrace }: { trace: TraceRef; onTrace: (trace: Snapshot) => void }) {
  const { trace, error, retry } = useTrace(serverId, requestId)
  useEffect(() => {
    if (trace) onTrace(trace)
  }, [trace, onTrace])
  if (trace) return null
  return (
    <div className="panel">
      {error ? <ErrorState error={error} onRetry={retry} /> : <Skeleton className="m-5 h-32 rounded-lg" />}
    </div>
  )
}
