const markKey = 'svc.widget-rendering'
const heldKey = 'svc.widgets-held'

/** A browser may refuse to keep anything: then nobody is asked. */
function keep(key: string, value: string | undefined) {
  try {
    if (value === undefined) sessionStorage.removeItem(key)
    else sessionStorage.setItem(key, value)
  } catch {}
}
function kept(key: string): string | null {
  try {
    return sessionStorage.getItem(key)
  } catch {
    return null
  }
}

const isText = (one: unknown): one is string => typeof one === 'string'

function readHeld(): string[] {
  try {
    const list: unknown = JSON.parse(kept(heldKey) ?? '[]')
    return Array.isArray(list) ? list.filter(isText) : []
  } catch {
    return []
  }
}

let held = new Set(readHeld())
const listeners = new Set<() => void>()

function hold(next: Set<string>) {
  held = next
  keep(heldKey, next.size > 0 ? JSON.stringify([...next]) : undefined)
  for (const notify of listeners) notify()
}

// The page before this one in the same tab did not come to the end of rendering it.
const last = kept(markKey)
if (last !== null) {
  keep(markKey, undefined)
  hold(new Set(held).add(last))
}

const rendered = new MessageChannel()
let marked: string | undefined
function unmark() {
  marked = undefined
  keep(markKey, undefined)
}
rendered.port1.onmessage = unmark
// a page that can be left in order does not hang
window.addEventListener('pagehide', unmark)

/**
 * The kinds of widgets that kept this tab from answering. What runs in a page cannot be stopped; it can be remembered which
 * one it was, so that it is not rendered unasked after the reload that is left to do.
 */
export const hungWidgets = {
  has: (type: string): boolean => held.has(type),
  /** Lets it be rendered again. */
  release: (type: string): void => hold(new Set([...held].filter((one) => one !== type))),
  subscribe(notify: () => void): () => void {
    listeners.add(notify)
    return () => void listeners.delete(notify)
  },
  /** Notes that one is being rendered, until the page does something else. */
  rendering(type: string): void {
    if (marked !== type) keep(markKey, type)
    if (marked === undefined) rendered.port2.postMessage(null)
    marked = type
  },
}
