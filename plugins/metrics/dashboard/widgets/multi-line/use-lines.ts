import { useCallback, useEffect, useRef, useState } from 'react'
import type { WidgetHistoryState } from '../history/use-widget-history.ts'
import type { ServerLine } from './merge-lines.ts'

/** What is known of one server of a chart. */
export interface ServerResult extends Pick<WidgetHistoryState, 'error' | 'retry'> {
  readonly line:
    | (ServerLine & { readonly span: { readonly from: number; readonly to: number }; readonly gapAfter: number })
    | undefined
}

export type ServerResults = ReadonlyMap<string, ServerResult>

/** Whether all that was asked for is there or failed, and none is older than the others. */
export function isComplete(ids: readonly string[], readings: ServerResults): boolean {
  const reads = ids.map((id) => readings.get(id))
  const ends = new Set(reads.map((read) => (read?.error ? undefined : read?.line?.span.to)))
  return reads.every((read) => read && (read.line || read.error)) && new Set([...ends].filter(Boolean)).size <= 1
}

/**
 * Collects what the readers of some servers tell. It changes once when all of them have something new, so that a chart
 * of many lines is drawn once a minute, not once for every line.
 */
export function useServerResults(ids: readonly string[]) {
  const told = useRef<Map<string, ServerResult>>(new Map())
  const frame = useRef<number>(undefined)
  const [readings, setReadings] = useState<ServerResults>()
  const wanted = ids.join(' ')
  const look = useCallback(() => {
    frame.current = undefined
    if (isComplete(wanted.split(' '), told.current)) setReadings(new Map(told.current))
  }, [wanted])
  useEffect(() => {
    look()
    return () => {
      if (frame.current !== undefined) cancelAnimationFrame(frame.current)
      frame.current = undefined
    }
  }, [look])
  const tell = useCallback(
    (id: string, read: ServerResult) => {
      told.current.set(id, read)
      frame.current ??= requestAnimationFrame(look)
    },
    [look],
  )
  return { readings, tell }
}
