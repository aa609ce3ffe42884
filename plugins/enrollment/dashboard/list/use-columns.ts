import { type RefObject, useLayoutEffect, useState } from 'react'

/** How many columns of at least `minWidth` pixels fit into `ref`. */
export function useColumns(ref: RefObject<Element | null>, minWidth: number): number {
  const [columns, setColumns] = useState(1)
  useLayoutEffect(() => {
    const element = ref.current
    if (!element) return
    const measure = () => setColumns(Math.max(1, Math.floor(element.clientWidth / minWidth)))
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [ref, minWidth])
  return columns
}
