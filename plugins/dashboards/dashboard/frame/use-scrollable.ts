import { useCallback, useState } from 'react'

/** Whether an element has overflowing content, in which case it must be reachable by keyboard. */
export function useScrollable(): readonly [boolean, (element: HTMLElement | null) => (() => void) | undefined] {
  const [isScrollable, setScrollable] = useState(false)
  const watch = useCallback((element: HTMLElement | null) => {
    if (!element) return
    const observer = new ResizeObserver(() => setScrollable(element.scrollHeight > element.clientHeight + 1))
    const observe = () => {
      observer.disconnect()
      for (const target of [element, ...element.children]) observer.observe(target)
    }
    observe()
    const children = new MutationObserver(observe)
    children.observe(element, { childList: true })
    return () => {
      observer.disconnect()
      children.disconnect()
    }
  }, [])
  return [isScrollable, watch]
}
