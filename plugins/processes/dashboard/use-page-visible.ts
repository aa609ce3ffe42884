import { useSyncExternalStore } from 'react'

function onVisibility(notify: () => void): () => void {
  document.addEventListener('visibilitychange', notify)
  return () => document.removeEventListener('visibilitychange', notify)
}

/** Whether anybody can see this tab. */
export const usePageVisible = (): boolean => useSyncExternalStore(onVisibility, () => !document.hidden)
