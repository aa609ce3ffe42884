import { useSyncExternalStore } from 'react'

/** CSS pixels around a chart that has the window to itself: heading, legend, edges. */
const around = 220
const lowest = 180

function onResize(notify: () => void): () => void {
  window.addEventListener('resize', notify)
  return () => window.removeEventListener('resize', notify)
}

/** How high a chart may be that has the window to itself. */
export const useFullHeight = (): number =>
  useSyncExternalStore(onResize, () => Math.max(lowest, Math.round(window.innerHeight * 0.94) - around))
