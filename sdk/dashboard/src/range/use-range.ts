import { useCallback, useLayoutEffect, useRef, useState } from 'react'
import { store, stored } from '../local-storage.ts'
import { serverNow } from '../server-clock.ts'
import {
  defaultRange,
  enclosingRange,
  formatRange,
  isRelativeRange,
  parseRange,
  type Range,
  zoomRange,
} from './range.ts'

/** The range of charts and the functions to change it. `zoom` and `zoomOut` are stable. */
export interface RangeChoice {
  readonly range: Range
  readonly choose: (range: Range) => void
  /** epoch seconds */
  readonly zoom: (from: number, to: number) => void
  /** returns to the range before the zoom; undefined if not zoomed */
  readonly zoomOut: (() => void) | undefined
}

/** Key of the range that was chosen last, in this browser. */
const lastKey = 'range'

/**
 * The range of the URL (`raw`) and functions to change it through `write`. Without one, it is what the user chose last, at
 * first the last hour, and at least a day if `isOffline`. Zooming adds a history entry, choosing a range does not.
 *
 * @example
 * const choice = useRange(search.range, (range, push) => setSearch({ range }, { push }))
 */
export function useRange(
  raw: string | undefined,
  write: (range: string, push: boolean) => void,
  { isOffline }: { readonly isOffline?: boolean | undefined } = {},
): RangeChoice {
  // a server that goes offline meanwhile does not change what is shown
  const [wasOffline, setWasOffline] = useState(isOffline)
  if (wasOffline === undefined && isOffline !== undefined) setWasOffline(isOffline)
  const [lastUsed] = useState(() => stored(lastKey))
  const range = parseRange(raw) ?? defaultRange(lastUsed, wasOffline ?? false)
  // the range before each zoom, by zoomed range
  const [before, setBefore] = useState<ReadonlyMap<string, Range>>(new Map())
  const choose = useStableCallback((next: Range) => {
    // a custom range is about an event, not a habit
    if (next === 'live' || isRelativeRange(next)) store(lastKey, formatRange(next))
    write(formatRange(next), false)
  })
  const zoom = useStableCallback((from: number, to: number) => {
    const next = zoomRange(from, to, serverNow() / 1000)
    setBefore(new Map(before).set(formatRange(next), range))
    write(formatRange(next), true)
  })
  const wider = range === 'live' || isRelativeRange(range) ? undefined : range
  const zoomOut = useStableCallback(() => {
    if (wider) write(formatRange(before.get(formatRange(wider)) ?? enclosingRange(wider, serverNow() / 1000)), true)
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
