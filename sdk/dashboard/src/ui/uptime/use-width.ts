import { type RefObject, useLayoutEffect, useState } from 'react'
import { scheduleDraw } from '../../schedule-draw.ts'

/** The width of an element in pixels; undefined before the first measurement. */
export function useWidth(ref: RefObject<HTMLElement | null>): number | undefined {
  const [width, setWidth] = useState<number>()
  useLayoutEffect(() => {
    const element = ref.current
    if (!element) return
    setWidth(element.clientWidth)
    const observer = new ResizeObserver(() => scheduleDraw(() => setWidth(element.clientWidth)))
    observer.observe(element)
    return () => observer.disconnect()
  }, [ref])
  return width
}
