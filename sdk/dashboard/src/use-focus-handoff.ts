import { type RefObject, useLayoutEffect } from 'react'

/** Moves the focus to another element when the focused one unmounts, for buttons that disappear once pressed. */
export function useFocusHandoff(from: RefObject<HTMLElement | null>, to: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const element = from.current
    return () => {
      if (element && element === document.activeElement) to.current?.focus()
    }
  }, [from, to])
}
