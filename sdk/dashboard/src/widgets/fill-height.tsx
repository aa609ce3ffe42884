import { type ReactNode, useLayoutEffect, useRef, useState } from 'react'

/** CSS pixels */
const minHeight = 64

/**
 * Fills the remaining height of a widget with a chart. `children` receives the plot height, with legend and axes deducted. A
 * legend takes up to a third of the height and scrolls.
 */
export function FillHeight({ children }: { children: (height: number) => ReactNode }): ReactNode {
  const room = useRef<HTMLDivElement>(null)
  const content = useRef<HTMLDivElement>(null)
  const plotHeight = useRef<number>(undefined)
  const [height, setHeight] = useState<number>()
  useLayoutEffect(() => {
    const [outer, inner] = [room.current, content.current]
    if (!outer || !inner) return
    const fit = () => {
      // hidden
      if (outer.clientHeight === 0) return
      const around = plotHeight.current === undefined ? 0 : inner.offsetHeight - plotHeight.current
      const next = Math.max(minHeight, outer.clientHeight - around)
      plotHeight.current = next
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
