import { useCallback, useState } from 'react'

/** Whether an element has overflowing content, in which case it must be reachable by keyboard. */
export function useScrollable(): readonly [boolean, (element: HTMLElement | null) => (() => void) | undefined] {
  const [isScrollable, setScrollable] = useState(false)
  const watch = useCallback((element: HTMLElement | null) => {
    if (!element) return
    const sizes = new ResizeObserver(() => setScrollable(element.scrollHeight > element.clientHeight + 1))
    const observe = () => {
      sizes.disconnect()
      for (const one of [element, ...element.children]) sizes.observe(one)
    }
    observe()
    const children = new MutationObserver(observe)
    children.observe(element, { childList: true })
    return () => {
      sizes.disconnect()
      children.disconnect()
    }
  }, [])
  return [isScrollable, watch]
}
