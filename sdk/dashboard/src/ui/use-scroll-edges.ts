import { type RefObject, useLayoutEffect, useState } from 'react'

interface Edges {
  /** the content is wider than the element */
  readonly isWide: boolean
  /** there is more at the left, at the right */
  readonly before: boolean
  readonly after: boolean
}

const none: Edges = { isWide: false, before: false, after: false }

/** Whether the content of an element goes on beyond its edges. */
export function useScrollEdges(ref: RefObject<HTMLElement | null>): Edges {
  const [edges, setEdges] = useState(none)
  useLayoutEffect(() => {
    const element = ref.current
    if (!element) return
    const measure = () => {
      const { scrollWidth, clientWidth, scrollLeft } = element
      const hidden = scrollWidth - clientWidth
      // fractions of pixels are no content
      const next = { isWide: hidden > 1, before: scrollLeft > 1, after: hidden - scrollLeft > 1 }
      setEdges((now) =>
        now.isWide === next.isWide && now.before === next.before && now.after === next.after ? now : next,
      )
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    for (const child of element.children) observer.observe(child)
    element.addEventListener('scroll', measure, { passive: true })
    return () => {
      observer.disconnect()
      element.removeEventListener('scroll', measure)
    }
  }, [ref])
  return edges
}
