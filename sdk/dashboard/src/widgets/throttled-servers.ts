import { getRuntime, type ServerStatus } from '@svc/widget-sdk'
import { useSyncExternalStore } from 'react'

/** Milliseconds: figures of the whole fleet change no more often, or nobody could read them. */
const every = 1000

const listeners = new Set<() => void>()
let shown: readonly ServerStatus[] = []
let at = Number.NEGATIVE_INFINITY
let timer: ReturnType<typeof setTimeout> | undefined
let stop: (() => void) | undefined

function look() {
  timer = undefined
  at = performance.now()
  const next = getRuntime().servers.all()
  if (next === shown) return
  shown = next
  for (const notify of listeners) notify()
}

/** The first change is seen at once, those that follow within the second at its end, together. */
function hear() {
  if (timer !== undefined) return
  const wait = at + every - performance.now()
  if (wait > 0) timer = setTimeout(look, wait)
  else look()
}

/** All servers as they are seen once a second: of hundreds of them some report in every frame. */
export const throttledServers = {
  get(): readonly ServerStatus[] {
    if (listeners.size === 0) shown = getRuntime().servers.all()
    return shown
  },
  subscribe(notify: () => void): () => void {
    if (listeners.size === 0) {
      shown = getRuntime().servers.all()
      stop = getRuntime().servers.subscribe(hear)
    }
    listeners.add(notify)
    return () => {
      listeners.delete(notify)
      if (listeners.size > 0) return
      stop?.()
      clearTimeout(timer)
      timer = undefined
    }
  },
}

/** All servers, at most once a second; all widgets that ask share one picture. */
export const useThrottledServers = (): readonly ServerStatus[] =>
  useSyncExternalStore(throttledServers.subscribe, throttledServers.get, throttledServers.get)
