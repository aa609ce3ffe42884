import { type MouseEvent, useCallback, useMemo, useRef, useState } from 'react'
import { useStoredText } from '../../local-storage.ts'

type Ids = readonly string[]
export type Hidden = ReadonlySet<string>

/** Toggles a line. Hiding the last visible line shows all. */
export function toggled(hidden: Hidden, id: string, all: Ids): Hidden {
  const next = new Set(all.filter((one) => hidden.has(one) !== (one === id)))
  return next.size === all.length ? new Set() : next
}

/** Shows only this line, or all if it already was the only one. */
export function isolated(hidden: Hidden, id: string, all: Ids): Hidden {
  const others = all.filter((one) => one !== id)
  const already = !hidden.has(id) && others.every((one) => hidden.has(one))
  return new Set(already ? [] : others)
}

/** Parses the stored ids; empty if invalid. */
export function readHidden(text: string | null): Hidden {
  try {
    const list: unknown = JSON.parse(text ?? '[]')
    return new Set(Array.isArray(list) ? list.filter((id) => typeof id === 'string') : [])
  } catch {
    return new Set()
  }
}

/** The hidden lines of a chart. `only` shows a single line, and all lines when called again. */
export interface HiddenLines {
  readonly hidden: Hidden
  readonly toggle: (id: string) => void
  /** `before`: the hidden lines before the double click */
  readonly only: (id: string, before?: Hidden) => void
}

/**
 * The hidden lines of a chart: as local state, or stored in this browser under `key`. For custom legends. Hiding the last line
 * shows all.
 */
export function useHiddenLines(ids: Ids, key?: string): HiddenLines {
  const [stored, store] = useStoredText(key)
  const [local, setLocal] = useState<string | null>(null)
  const text = key === undefined ? local : stored
  const all = JSON.stringify(ids)
  const hidden = useMemo(() => {
    const ids: Ids = JSON.parse(all)
    const before = readHidden(text)
    const now = ids.filter((id) => before.has(id))
    // All remaining lines may have been hidden before; then show them.
    return new Set(now.length < ids.length ? now : [])
  }, [all, text])
  const set = useCallback(
    (next: Hidden) => {
      const written = JSON.stringify([...next])
      if (key === undefined) setLocal(written)
      else store(next.size > 0 ? written : undefined)
    },
    [key, store],
  )
  return {
    hidden,
    toggle: (id) => set(toggled(hidden, id, ids)),
    only: (id, before = hidden) => set(isolated(before, id, ids)),
  }
}

/** Click handlers of a legend entry: click toggles the line; double-click or Alt+click shows only this line. */
export function useLineClicks({ hidden, toggle, only }: HiddenLines) {
  const before = useRef(hidden)
  return (id: string) => ({
    onClick(event: MouseEvent) {
      // the second click of a double-click
      if (event.detail > 1) return
      before.current = hidden
      if (event.altKey) only(id)
      else toggle(id)
    },
    onDoubleClick: () => only(id, before.current),
  })
}
