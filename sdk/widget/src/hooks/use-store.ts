import { useSyncExternalStore } from 'react'

/** Subscribes to a store. Also works when rendering to a string, as tests do. */
export const useStore = <T>(subscribe: (listener: () => void) => () => void, get: () => T): T =>
  useSyncExternalStore(subscribe, get, get)
