import { useLayoutEffect, useRef } from 'react'

const settleMs = 1000
const byHand = ['wheel', 'touchstart', 'keydown', 'pointerdown'] as const
let place: number | undefined

/**
 * Keeps how far the page is scrolled when the application is built anew while `active`. The new page must be as long as
 * the old one was from the start.
 */
export function useKeptPlace(active: boolean): void {
  const keeps = useRef(active)
  keeps.current = active
  useLayoutEffect(() => {
    const back = place
    place = undefined
    const release = back === undefined ? undefined : hold(back)
    return () => {
      release?.()
      place = keeps.current ? window.scrollY : undefined
    }
  }, [])
}

/** A new router scrolls to the top when it has settled; this goes back, unless somebody scrolled meanwhile. */
function hold(top: number): () => void {
  const control = new AbortController()
  const release = () => control.abort()
  const back = () => {
    if (window.scrollY !== top) window.scrollTo({ top, behavior: 'instant' })
  }
  back()
  window.addEventListener('scroll', back, { signal: control.signal })
  for (const kind of byHand) window.addEventListener(kind, release, { signal: control.signal, passive: true })
  setTimeout(release, settleMs)
  return release
}
