const markKey = 'svc.widget-rendering'
const loadingKey = 'svc.widgets-loading'
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

function keptList(key: string): unknown[] {
  try {
    const list: unknown = JSON.parse(kept(key) ?? '[]')
    return Array.isArray(list) ? list : []
  } catch {
    return []
  }
}

/** What a widget was about when the tab stopped to answer. While it was loaded, others may have been too. */
export type HangCause = 'rendering' | 'loading'
type Held = readonly [type: string, cause: HangCause]

const isText = (one: unknown): one is string => typeof one === 'string'
const isHeld = (one: unknown): one is Held =>
  Array.isArray(one) && isText(one[0]) && (one[1] === 'rendering' || one[1] === 'loading')

let held: ReadonlyMap<string, HangCause> = new Map(keptList(heldKey).filter(isHeld))
const listeners = new Set<() => void>()

function hold(next: ReadonlyMap<string, HangCause>) {
  held = next
  keep(heldKey, next.size > 0 ? JSON.stringify([...next]) : undefined)
  for (const notify of listeners) notify()
}

// The page before this one in the same tab did not come to the end of rendering it, or of running its code.
const last = kept(markKey)
const unfinished = keptList(loadingKey).filter(isText)
if (last !== null || unfinished.length > 0) {
  keep(markKey, undefined)
  keep(loadingKey, undefined)
  const found = [
    ...unfinished.map((type): Held => [type, 'loading']),
    ...(last === null ? [] : [[last, 'rendering'] as const]),
  ]
  hold(new Map([...held, ...found]))
}

const rendered = new MessageChannel()
let marked: string | undefined
function unmark() {
  marked = undefined
  keep(markKey, undefined)
}
rendered.port1.onmessage = unmark

const loading = new Set<string>()
const keepLoading = () => keep(loadingKey, loading.size > 0 ? JSON.stringify([...loading]) : undefined)

// a page that can be left in order does not hang
window.addEventListener('pagehide', () => {
  unmark()
  loading.clear()
  keepLoading()
})

/**
 * The kinds of widgets that kept this tab from answering. What runs in a page cannot be stopped; it can be remembered which
 * one it was, so that it is not rendered unasked after the reload that is left to do.
 */
export const hungWidgets = {
  /** Undefined when it is not held. */
  cause: (type: string): HangCause | undefined => held.get(type),
  /** Lets it be rendered again. */
  release: (type: string): void => hold(new Map([...held].filter(([one]) => one !== type))),
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
  /** Notes that the code of one is on its way or runs, until `work` comes to an end. */
  loading(type: string, work: Promise<unknown>): void {
    loading.add(type)
    keepLoading()
    const done = () => {
      loading.delete(type)
      keepLoading()
    }
    work.then(done, done)
  },
}
