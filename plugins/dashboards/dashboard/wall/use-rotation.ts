import { useEffect, useEffectEvent, useRef } from 'react'

/** Rotation pauses for this long after user input. */
const inputPauseMs = 10_000

/** The id after `current`; after the last one, the first. */
export const nextOf = (ids: readonly string[], current: string): string | undefined =>
  ids.length < 2 ? undefined : ids[(ids.indexOf(current) + 1) % ids.length]

/** Shows each board for `seconds`; 0 disables rotation. User input pauses it. */
export function useRotation(seconds: number, onNext: () => void): void {
  const next = useEffectEvent(onNext)
  const touchedAt = useRef(Number.NEGATIVE_INFINITY)
  useEffect(() => {
    if (seconds <= 0) return
    let shownFor = 0
    let last = performance.now()
    const touch = () => {
      touchedAt.current = performance.now()
    }
    const timer = setInterval(() => {
      const now = performance.now()
      if (now - touchedAt.current > inputPauseMs && !document.hidden) shownFor += now - last
      last = now
      if (shownFor < seconds * 1000) return
      shownFor = 0
      next()
    }, 500)
    const events = ['pointermove', 'pointerdown', 'wheel', 'keydown'] as const
    for (const event of events) window.addEventListener(event, touch, { passive: true })
    return () => {
      clearInterval(timer)
      for (const event of events) window.removeEventListener(event, touch)
    }
  }, [seconds])
}
