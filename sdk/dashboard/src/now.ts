import { useSyncExternalStore } from 'react'

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
  let current = Date.now()
  const tick = () => {
    current = Date.now()
    for (const notify of listeners) notify()
  }
  const ticker: Ticker = {
    now: () => current,
    subscribe(notify) {
      listeners.add(notify)
      if (timer === undefined) {
        current = Date.now()
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

/** The time in milliseconds, renewed every `every` milliseconds by one timer that all users share. */
export function useNow(every = 1000): number {
  const ticker = tickerOf(every)
  return useSyncExternalStore(ticker.subscribe, ticker.now)
}
