import { type ReactNode, useLayoutEffect, useRef, useState } from 'react'

/** Pixels: a chart below this says nothing. */
const lowest = 64

/**
 * Fills the rest of a widget with a chart: `children` is given the height of its plot, what stands around it is deducted.
 * A legend has a third of the room at most, and scrolls.
 */
export function FillHeight({ children }: { children: (height: number) => ReactNode }): ReactNode {
  const room = useRef<HTMLDivElement>(null)
  const content = useRef<HTMLDivElement>(null)
  const given = useRef<number>(undefined)
  const [height, setHeight] = useState<number>()
  useLayoutEffect(() => {
    const [outer, inner] = [room.current, content.current]
    if (!outer || !inner) return
    const fit = () => {
      // nothing while it is hidden
      if (outer.clientHeight === 0) return
      const around = given.current === undefined ? 0 : inner.offsetHeight - given.current
      const next = Math.max(lowest, outer.clientHeight - around)
      given.current = next
      setHeight(next)
    }
    fit()
    const sizes = new ResizeObserver(fit)
    sizes.observe(outer)
    sizes.observe(inner)
    return () => sizes.disconnect()
  }, [])
  return (
    <div ref={room} data-filling className="min-h-0 min-w-0 flex-1 overflow-hidden [container-type:size]">
      <div ref={content}>{height !== undefined && children(height)}</div>
    </div>
  )
}
