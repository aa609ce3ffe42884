import { useCallback, useEffect, useRef, useState } from 'react'
import type { StoredState } from '../history/use-widget-history.ts'
import type { OwnLine } from './merge-lines.ts'

/** What is known of one server of a chart. */
export interface Read extends Pick<StoredState, 'failure' | 'retry'> {
  readonly line:
    | (OwnLine & { readonly span: { readonly from: number; readonly to: number }; readonly gapAfter: number })
    | undefined
}

export type Readings = ReadonlyMap<string, Read>

/** Whether all that was asked for is there or failed, and none is older than the others. */
export function isComplete(ids: readonly string[], readings: Readings): boolean {
  const reads = ids.map((id) => readings.get(id))
  const ends = new Set(reads.map((read) => (read?.failure ? undefined : read?.line?.span.to)))
  return reads.every((read) => read && (read.line || read.failure)) && new Set([...ends].filter(Boolean)).size <= 1
}

/**
 * Collects what the readers of some servers tell. It changes once when all of them have something new, so that a chart
 * of many lines is drawn once a minute, not once for every line.
 */
export function useReadings(ids: readonly string[]) {
  const told = useRef<Map<string, Read>>(new Map())
  const frame = useRef<number>(undefined)
  const [readings, setReadings] = useState<Readings>()
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
    (id: string, read: Read) => {
      told.current.set(id, read)
      frame.current ??= requestAnimationFrame(look)
    },
    [look],
  )
  return { readings, tell }
}
