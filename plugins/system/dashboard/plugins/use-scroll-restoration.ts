import { useLayoutEffect, useRef } from 'react'

const settleMs = 1000
const userScrollEvents = ['wheel', 'touchstart', 'keydown', 'pointerdown'] as const
let savedTop: number | undefined

/**
 * Restores the scroll position when the app is remounted while `active`. The new page must have its full height at once.
 */
export function useScrollRestoration(active: boolean): void {
  const isActive = useRef(active)
  isActive.current = active
  useLayoutEffect(() => {
    const top = savedTop
    savedTop = undefined
    const release = top === undefined ? undefined : holdScroll(top)
    return () => {
      release?.()
      savedTop = isActive.current ? window.scrollY : undefined
    }
  }, [])
}

/** A new router scrolls to the top once it has settled; this undoes that unless the user has scrolled. */
function holdScroll(top: number): () => void {
  const control = new AbortController()
  const release = () => control.abort()
  const restore = () => {
    if (window.scrollY !== top) window.scrollTo({ top, behavior: 'instant' })
  }
  restore()
  window.addEventListener('scroll', restore, { signal: control.signal })
  for (const kind of userScrollEvents) window.addEventListener(kind, release, { signal: control.signal, passive: true })
  setTimeout(release, settleMs)
  return release
}
