import { useSyncExternalStore } from 'react'

/** The state of a store; also where a widget is rendered to text, as tests do. */
export const useStore = <T>(subscribe: (listener: () => void) => () => void, get: () => T): T =>
  useSyncExternalStore(subscribe, get, get)
