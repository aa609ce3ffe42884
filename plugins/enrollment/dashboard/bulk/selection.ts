/** Whether a server is selected; `off` while not selecting. */
export type Mark = 'off' | 'no' | 'yes'

type Ids = ReadonlySet<string>

const noIds: Ids = new Set()

/** The selected servers. Kept outside of React, so that selecting one of a thousand renders only that one. */
export function makeSelection() {
  let active = false
  let ids: Ids = noIds
  /** where a range starts: the last server toggled on its own */
  let anchor: string | undefined
  let order: readonly string[] = []
  const listeners = new Set<() => void>()
  const update = (nextIds: Ids, nextActive = true) => {
    ids = nextIds
    active = nextActive
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
    isActive: () => active,
    /** A new set after each change. */
    ids: () => ids,
    mark: (id: string): Mark => (active ? (ids.has(id) ? 'yes' : 'no') : 'off'),
    /** Sets the order in which the servers are shown; ranges follow it. */
    setOrder(shown: readonly string[]) {
      order = shown
    },
    /** Toggles a server. With `range`, gives everything from the last toggled server the same state as that one. */
    toggle(id: string, range = false) {
      const next = new Set(ids)
      if (range && anchor !== undefined) {
        const anchorIsSelected = ids.has(anchor)
        for (const inRange of between(anchor, id)) {
          if (anchorIsSelected) next.add(inRange)
          else next.delete(inRange)
        }
      } else {
        if (!next.delete(id)) next.add(id)
        anchor = id
      }
      update(next)
    },
    /** Selects all of these servers, or deselects them if all are selected. Others keep their state. */
    toggleAll(shown: readonly string[]) {
      const next = new Set(ids)
      const allSelected = shown.every((id) => ids.has(id))
      for (const id of shown) {
        if (allSelected) next.delete(id)
        else next.add(id)
      }
      update(next)
    },
    start: () => update(ids),
    stop() {
      anchor = undefined
      update(noIds, false)
    },
  }
}
export type Selection = ReturnType<typeof makeSelection>
