import { type RefObject, useLayoutEffect, useState } from 'react'

/** How many columns of at least `narrowest` pixels fit into `ref`. */
export function useColumns(ref: RefObject<Element | null>, narrowest: number): number {
  const [columns, setColumns] = useState(1)
  useLayoutEffect(() => {
    const element = ref.current
    if (!element) return
    const measure = () => setColumns(Math.max(1, Math.floor(element.clientWidth / narrowest)))
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [ref, narrowest])
  return columns
}
