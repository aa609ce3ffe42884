import { useCallback, useEffect, useRef, useState } from 'react'
import type { WidgetHistoryState } from '../history/use-widget-history.ts'
import type { ServerLine } from './merge-lines.ts'

/** The query result of one server in a chart. */
export interface ServerResult extends Pick<WidgetHistoryState, 'error' | 'retry'> {
  readonly line:
    | (ServerLine & { readonly span: { readonly from: number; readonly to: number }; readonly gapAfter: number })
    | undefined
}

export type ServerResults = ReadonlyMap<string, ServerResult>

/** Whether all queries have succeeded or failed, and all results end at the same time. */
export function isComplete(ids: readonly string[], results: ServerResults): boolean {
  const found = ids.map((id) => results.get(id))
  const ends = new Set(found.map((result) => (result?.error ? undefined : result?.line?.span.to)))
  return (
    found.every((result) => result && (result.line || result.error)) && new Set([...ends].filter(Boolean)).size <= 1
  )
}

/**
 * Collects the query results of several servers. Updates once all of them are new, so that a chart of many lines is drawn
 * once a minute, not once per line.
 */
export function useServerResults(ids: readonly string[]) {
  const pending = useRef<Map<string, ServerResult>>(new Map())
  const frame = useRef<number>(undefined)
  const [results, setResults] = useState<ServerResults>()
  const idList = ids.join(' ')
  const publishIfComplete = useCallback(() => {
    frame.current = undefined
    if (isComplete(idList.split(' '), pending.current)) setResults(new Map(pending.current))
  }, [idList])
  useEffect(() => {
    publishIfComplete()
    return () => {
      if (frame.current !== undefined) cancelAnimationFrame(frame.current)
      frame.current = undefined
    }
  }, [publishIfComplete])
  const onResult = useCallback(
    (id: string, result: ServerResult) => {
      pending.current.set(id, result)
      frame.current ??= requestAnimationFrame(publishIfComplete)
    },
    [publishIfComplete],
  )
  return { results, onResult }
}
