import { type MouseEvent, useCallback, useMemo, useRef, useState } from 'react'
import { useStoredText } from '../../local-storage.ts'

type Ids = readonly string[]
export type Hidden = ReadonlySet<string>

/** Shows or hides a line. The last one does not go: hiding it shows all. */
export function toggled(hidden: Hidden, id: string, all: Ids): Hidden {
  const next = new Set(all.filter((one) => hidden.has(one) !== (one === id)))
  return next.size === all.length ? new Set() : next
}

/** Shows only this line; all of them when it was the only one. */
export function alone(hidden: Hidden, id: string, all: Ids): Hidden {
  const others = all.filter((one) => one !== id)
  const already = !hidden.has(id) && others.every((one) => hidden.has(one))
  return new Set(already ? [] : others)
}

/** What was remembered; nothing when it is something else. */
export function readHidden(text: string | null): Hidden {
  try {
    const list: unknown = JSON.parse(text ?? '[]')
    return new Set(Array.isArray(list) ? list.filter((id) => typeof id === 'string') : [])
  } catch {
    return new Set()
  }
}

/** The hidden lines of a chart, of those it has. `only` shows one alone, and all of them the second time. */
export interface HiddenLines {
  readonly hidden: Hidden
  readonly toggle: (id: string) => void
  /** `before`: what was hidden when this began */
  readonly only: (id: string, before?: Hidden) => void
}

/**
 * Which lines of a chart are hidden: until the page is left, or remembered by this browser under `key`. For what stands
 * beside a chart without a legend; the last line cannot be hidden, trying that shows all.
 */
export function useHiddenLines(ids: Ids, key?: string): HiddenLines {
  const [kept, keep] = useStoredText(key)
  const [here, setHere] = useState<string | null>(null)
  const text = key === undefined ? here : kept
  const all = JSON.stringify(ids)
  const hidden = useMemo(() => {
    const known: Ids = JSON.parse(all)
    const before = readHidden(text)
    const now = known.filter((id) => before.has(id))
    // What was hidden may be all that is left of the lines.
    return new Set(now.length < known.length ? now : [])
  }, [all, text])
  const set = useCallback(
    (next: Hidden) => {
      const written = JSON.stringify([...next])
      if (key === undefined) setHere(written)
      else keep(next.size > 0 ? written : undefined)
    },
    [key, keep],
  )
  return {
    hidden,
    toggle: (id) => set(toggled(hidden, id, ids)),
    only: (id, before = hidden) => set(alone(before, id, ids)),
  }
}

/**
 * What clicks do to the entry of a line, by its id: a click shows or hides the line; a double click, or a click with Alt,
 * shows it alone.
 */
export function useLineClicks({ hidden, toggle, only }: HiddenLines) {
  const before = useRef(hidden)
  return (id: string) => ({
    onClick(event: MouseEvent) {
      // the second click of two is the double click's
      if (event.detail > 1) return
      before.current = hidden
      if (event.altKey) only(id)
      else toggle(id)
    },
    onDoubleClick: () => only(id, before.current),
  })
}
