import { useState } from 'react'
import { serverNow } from '../server-clock.ts'
import { useStableCallback } from '../use-stable-callback.ts'
import { covering, formatRange, isRelativeRange, parseRange, type Range, zoomRange } from './range.ts'

/** What charts show, and the acts that change it. `zoom` and `zoomOut` are the same functions every time. */
export interface RangeChoice {
  readonly range: Range
  readonly choose: (range: Range) => void
  /** ends in seconds */
  readonly zoom: (from: number, to: number) => void
  /** the way back to what was shown before a zoom; undefined while nothing is zoomed */
  readonly zoomOut: (() => void) | undefined
}

/**
 * The range that the address names (`raw`) and how to change it; `write` is told what the address should say. A zoom adds
 * to the browser's history, a choice does not.
 *
 * @example
 * const choice = useRange(search.range, (range, push) => setSearch({ range }, { push }))
 */
export function useRange(
  raw: string | undefined,
  write: (range: string | undefined, push: boolean) => void,
): RangeChoice {
  const range = parseRange(raw)
  // what was shown before each zoom, by what the zoom shows
  const [before, setBefore] = useState<ReadonlyMap<string, Range>>(new Map())
  const choose = useStableCallback((next: Range) => write(formatRange(next), false))
  const zoom = useStableCallback((from: number, to: number) => {
    const next = zoomRange(from, to, serverNow() / 1000)
    setBefore(new Map(before).set(formatRange(next) ?? '', range))
    write(formatRange(next), true)
  })
  const wider = range === 'live' || isRelativeRange(range) ? undefined : range
  const zoomOut = useStableCallback(() => {
    if (wider) write(formatRange(before.get(formatRange(wider) ?? '') ?? covering(wider, serverNow() / 1000)), true)
  })
  return { range, choose, zoom, zoomOut: wider && zoomOut }
}
