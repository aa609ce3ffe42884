import { useSyncExternalStore } from 'react'

function subscribe(notify: () => void): () => void {
  document.addEventListener('visibilitychange', notify)
  return () => document.removeEventListener('visibilitychange', notify)
}

/** Whether this browser tab is visible: what nobody sees needs no live data. */
export const usePageVisible = (): boolean => useSyncExternalStore(subscribe, () => !document.hidden)
