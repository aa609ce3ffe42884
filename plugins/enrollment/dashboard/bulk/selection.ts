/** How a server stands in a selection: `off` while nothing is being selected. */
export type Mark = 'off' | 'no' | 'yes'

type Ids = ReadonlySet<string>

const nothing: Ids = new Set()

/**
 * Which servers are selected. Lives outside of React, so that ticking one of a thousand renders that one and the bar
 * with the count.
 */
export function makeSelection() {
  let on = false
  let ids: Ids = nothing
  /** where a range starts: the last one ticked by itself */
  let anchor: string | undefined
  let order: readonly string[] = []
  const listeners = new Set<() => void>()
  const tell = (next: Ids, active = true) => {
    ids = next
    on = active
    for (const notify of listeners) notify()
  }
  const between = (a: string, b: string): readonly string[] => {
    const [from, to] = [order.indexOf(a), order.indexOf(b)]
    return from < 0 || to < 0 ? [b] : order.slice(Math.min(from, to), Math.max(from, to) + 1)
  }
  return {
    subscribe(notify: () => void) {
      listeners.add(notify)
      return () => void listeners.delete(notify)
    },
    on: () => on,
    /** A new set after each change. */
    ids: () => ids,
    mark: (id: string): Mark => (on ? (ids.has(id) ? 'yes' : 'no') : 'off'),
    /** The servers in the order in which they are shown: what a range goes along. */
    arrange(shown: readonly string[]) {
      order = shown
    },
    /** Ticks or unticks one; with `range` everything from the last one on, in the way that one was changed. */
    toggle(id: string, range = false) {
      const next = new Set(ids)
      if (range && anchor !== undefined) {
        const ticked = ids.has(anchor)
        for (const one of between(anchor, id)) ticked ? next.add(one) : next.delete(one)
      } else {
        if (!next.delete(id)) next.add(id)
        anchor = id
      }
      tell(next)
    },
    /** Ticks all of these, or unticks them when they were all ticked; others stay. */
    toggleAll(those: readonly string[]) {
      const next = new Set(ids)
      const all = those.every((id) => ids.has(id))
      for (const id of those) all ? next.delete(id) : next.add(id)
      tell(next)
    },
    start: () => tell(ids),
    stop() {
      anchor = undefined
      tell(nothing, false)
    },
  }
}
export type Selection = ReturnType<typeof makeSelection>
