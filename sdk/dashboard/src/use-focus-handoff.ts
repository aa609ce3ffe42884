import { type RefObject, useLayoutEffect } from 'react'

/**
 * Gives the focus of an element that goes away with its component to another one, instead of losing it. For a button that
 * is gone once it has done its work.
 */
export function useFocusHandoff(from: RefObject<HTMLElement | null>, to: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const element = from.current
    return () => {
      if (element && element === document.activeElement) to.current?.focus()
    }
  }, [from, to])
}
