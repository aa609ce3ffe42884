import { useSyncExternalStore } from 'react'

/** CSS pixels of heading, legend and padding around an expanded chart */
const chromeHeight = 220
const minHeight = 180

function onResize(notify: () => void): () => void {
  window.addEventListener('resize', notify)
  return () => window.removeEventListener('resize', notify)
}

/** The height of an expanded chart. */
export const useFullHeight = (): number =>
  useSyncExternalStore(onResize, () => Math.max(minHeight, Math.round(window.innerHeight * 0.94) - chromeHeight))
