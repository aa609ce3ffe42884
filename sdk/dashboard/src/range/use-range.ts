import { useCallback, useLayoutEffect, useRef, useState } from 'react'
import { serverNow } from '../server-clock.ts'
import { enclosingRange, formatRange, isRelativeRange, parseRange, type Range, zoomRange } from './range.ts'

/** The range of charts and the functions to change it. `zoom` and `zoomOut` are stable. */
export interface RangeChoice {
  readonly range: Range
  readonly choose: (range: Range) => void
  /** epoch seconds */
  readonly zoom: (from: number, to: number) => void
  /** returns to the range before the zoom; undefined if not zoomed */
  readonly zoomOut: (() => void) | undefined
}

/**
 * The range of the URL (`raw`) and functions to change it through `write`. Zooming adds a history entry, choosing a range
 * does not.
 *
 * @example
 * const choice = useRange(search.range, (range, push) => setSearch({ range }, { push }))
 */
export function useRange(
  raw: string | undefined,
  write: (range: string | undefined, push: boolean) => void,
): RangeChoice {
  const range = parseRange(raw)
  // the range before each zoom, by zoomed range
  const [before, setBefore] = useState<ReadonlyMap<string, Range>>(new Map())
  const choose = useStableCallback((next: Range) => write(formatRange(next), false))
  const zoom = useStableCallback((from: number, to: number) => {
    const next = zoomRange(from, to, serverNow() / 1000)
    setBefore(new Map(before).set(formatRange(next) ?? '', range))
    write(formatRange(next), true)
  })
  const wider = range === 'live' || isRelativeRange(range) ? undefined : range
  const zoomOut = useStableCallback(() => {
    if (wider)
      write(formatRange(before.get(formatRange(wider) ?? '') ?? enclosingRange(wider, serverNow() / 1000)), true)
  })
  return { range, choose, zoom, zoomOut: wider && zoomOut }
}

/** Returns a stable function that calls the latest `act`, so that charts are not recreated when it changes. */
function useStableCallback<Args extends readonly unknown[]>(act: (...args: Args) => void): (...args: Args) => void {
  const latest = useRef(act)
  useLayoutEffect(() => {
    latest.current = act
  })
  return useCallback((...args: Args) => latest.current(...args), [])
}
