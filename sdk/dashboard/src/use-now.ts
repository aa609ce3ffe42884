import { useSyncExternalStore } from 'react'
import { serverNow } from './server-clock.ts'

interface Ticker {
  readonly subscribe: (notify: () => void) => () => void
  readonly now: () => number
}

const tickers = new Map<number, Ticker>()

function tickerFor(intervalMs: number): Ticker {
  const existing = tickers.get(intervalMs)
  if (existing) return existing
  const listeners = new Set<() => void>()
  let timer: ReturnType<typeof setInterval> | undefined
  let current = serverNow()
  const tick = () => {
    current = serverNow()
    for (const notify of listeners) notify()
  }
  const ticker: Ticker = {
    now: () => current,
    subscribe(notify) {
      listeners.add(notify)
      if (timer === undefined) {
        current = serverNow()
        timer = setInterval(tick, intervalMs)
      }
      return () => {
        listeners.delete(notify)
        if (listeners.size > 0) return
        clearInterval(timer)
        timer = undefined
      }
    },
  }
  tickers.set(intervalMs, ticker)
  return ticker
}

/**
 * The server's time in milliseconds, so that countdowns are right even if the local clock is wrong. Updated every
 * `intervalMs` by a timer shared by all components.
 */
export function useNow(intervalMs = 1000): number {
  const ticker = tickerFor(intervalMs)
  return useSyncExternalStore(ticker.subscribe, ticker.now)
}
