import { getRuntime, type ServerStatus } from '@svc/widget-sdk'
import { useSyncExternalStore } from 'react'

const intervalMs = 1000

const listeners = new Set<() => void>()
let shown: readonly ServerStatus[] = []
let updatedAt = Number.NEGATIVE_INFINITY
let timer: ReturnType<typeof setTimeout> | undefined
let stop: (() => void) | undefined

function update() {
  timer = undefined
  updatedAt = performance.now()
  const next = getRuntime().servers.all()
  if (next === shown) return
  shown = next
  for (const notify of listeners) notify()
}

/** Updates immediately after a quiet second, otherwise at the end of the current interval. */
function scheduleUpdate() {
  if (timer !== undefined) return
  const wait = updatedAt + intervalMs - performance.now()
  if (wait > 0) timer = setTimeout(update, wait)
  else update()
}

/** All servers, updated at most once a second; in a large fleet some server reports in every frame. */
export const throttledServers = {
  get(): readonly ServerStatus[] {
    if (listeners.size === 0) shown = getRuntime().servers.all()
    return shown
  },
  subscribe(notify: () => void): () => void {
    if (listeners.size === 0) {
      shown = getRuntime().servers.all()
      stop = getRuntime().servers.subscribe(scheduleUpdate)
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

/** All servers, updated at most once a second, in sync across all widgets. */
export const useThrottledServers = (): readonly ServerStatus[] =>
  useSyncExternalStore(throttledServers.subscribe, throttledServers.get, throttledServers.get)
