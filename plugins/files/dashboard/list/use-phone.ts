import { useSyncExternalStore } from 'react'

const narrow = () => window.matchMedia('(max-width: 47.99rem)')

const subscribe = (notify: () => void) => {
  const query = narrow()
  query.addEventListener('change', notify)
  return () => query.removeEventListener('change', notify)
}

/** Whether the window is so narrow that rows have two lines. */
export const usePhone = (): boolean => useSyncExternalStore(subscribe, () => narrow().matches)
