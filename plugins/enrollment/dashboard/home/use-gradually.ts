import { startTransition, useEffect, useState } from 'react'

/** How many of `total` entries to draw by now: none at first, then `step` more in each frame. */
export function useGradually(total: number, step: number): number {
  const [drawn, setDrawn] = useState(0)
  const isDone = drawn >= total
  useEffect(() => {
    if (isDone) return
    const frame = requestAnimationFrame(() => startTransition(() => setDrawn(drawn + step)))
    return () => cancelAnimationFrame(frame)
  }, [isDone, drawn, step])
  return drawn
}
