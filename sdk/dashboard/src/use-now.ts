import { useSyncExternalStore } from 'react'
import { serverNow } from './server-clock.ts'

interface Ticker {
  readonly subscribe: (notify: () => void) => () => void
  readonly now: () => number
}

const tickers = new Map<number, Ticker>()

function tickerOf(every: number): Ticker {
  const known = tickers.get(every)
  if (known) return known
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
        timer = setInterval(tick, every)
      }
      return () => {
        listeners.delete(notify)
        if (listeners.size > 0) return
        clearInterval(timer)
        timer = undefined
      }
    },
  }
  tickers.set(every, ticker)
  return ticker
}

/**
 * The time in milliseconds by the clock of the server, so that a wrong clock here spoils no countdown; renewed every
 * `every` milliseconds by one timer that all users share.
 */
export function useNow(every = 1000): number {
  const ticker = tickerOf(every)
  return useSyncExternalStore(ticker.subscribe, ticker.now)
}
