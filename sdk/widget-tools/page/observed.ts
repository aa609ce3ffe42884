import { useSyncExternalStore } from 'react'

/** A value that components follow. */
export interface Observed<T> {
  get(): T
  set(value: T): void
  subscribe(listener: () => void): () => void
}

export function observed<T>(first: T): Observed<T> {
  let value = first
  const listeners = new Set<() => void>()
  return {
    get: () => value,
    set(next) {
      value = next
      for (const listener of listeners) listener()
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}

export const useObserved = <T>({ subscribe, get }: Pick<Observed<T>, 'subscribe' | 'get'>): T =>
  useSyncExternalStore(subscribe, get)
