const markKey = 'svc.widget-rendering'
const loadingKey = 'svc.widgets-loading'
const heldKey = 'svc.widgets-held'

/** If storage is not available, hangs are not detected. */
function keep(key: string, value: string | undefined) {
  try {
    if (value === undefined) sessionStorage.removeItem(key)
    else sessionStorage.setItem(key, value)
  } catch {}
}
function readItem(key: string): string | null {
  try {
    return sessionStorage.getItem(key)
  } catch {
    return null
  }
}

function keptList(key: string): unknown[] {
  try {
    const list: unknown = JSON.parse(readItem(key) ?? '[]')
    return Array.isArray(list) ? list : []
  } catch {
    return []
  }
}

/** What a widget was doing when the tab froze. Several widgets may have been loading at the same time. */
export type HangCause = 'rendering' | 'loading'
type Held = readonly [type: string, cause: HangCause]

const isText = (value: unknown): value is string => typeof value === 'string'
const isHeld = (value: unknown): value is Held =>
  Array.isArray(value) && isText(value[0]) && (value[1] === 'rendering' || value[1] === 'loading')

let held: ReadonlyMap<string, HangCause> = new Map(keptList(heldKey).filter(isHeld))
const listeners = new Set<() => void>()

function hold(next: ReadonlyMap<string, HangCause>) {
  held = next
  keep(heldKey, next.size > 0 ? JSON.stringify([...next]) : undefined)
  for (const notify of listeners) notify()
}

// The previous page in this tab did not finish rendering this widget, or loading these.
const last = readItem(markKey)
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

// A page that fires pagehide is not frozen.
window.addEventListener('pagehide', () => {
  unmark()
  loading.clear()
  keepLoading()
})

/**
 * Remembers which widget types froze this tab. Code in a page cannot be stopped, but after the reload the widget is
 * blocked until the user decides to show it again.
 */
export const hungWidgets = {
  /** Undefined if the type is not blocked. */
  cause: (type: string): HangCause | undefined => held.get(type),
  /** Unblocks a type. */
  release: (type: string): void => hold(new Map([...held].filter(([other]) => other !== type))),
  subscribe(notify: () => void): () => void {
    listeners.add(notify)
    return () => void listeners.delete(notify)
  },
  /** Marks a type as rendering, until the event loop continues. */
  rendering(type: string): void {
    if (marked !== type) keep(markKey, type)
    if (marked === undefined) rendered.port2.postMessage(null)
    marked = type
  },
  /** Marks a type as loading until `work` settles. */
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
