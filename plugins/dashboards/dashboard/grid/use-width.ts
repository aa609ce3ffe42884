import { type RefObject, useLayoutEffect, useState } from 'react'

/** The width of an element in pixels; undefined before it is mounted. */
export function useWidth(element: RefObject<HTMLElement | null>): number | undefined {
  const [width, setWidth] = useState<number>()
  useLayoutEffect(() => {
    const { current } = element
    if (!current) return
    setWidth(current.clientWidth)
    const sizes = new ResizeObserver(() => setWidth(current.clientWidth))
    sizes.observe(current)
    return () => sizes.disconnect()
  }, [element])
  return width
}
