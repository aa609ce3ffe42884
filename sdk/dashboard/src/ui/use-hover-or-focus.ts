import { type FocusEvent, type PointerEvent, useState } from 'react'

/** Whether the mouse or the focus is inside an element; looked at when asked, as what is removed tells nobody it lost them. */
export function makeHold() {
  let pointed: Element | undefined
  let focused: Element | undefined
  const hasFocus = ({ ownerDocument: page }: Element) =>
    page.hasFocus() && focused?.contains(page.activeElement) === true
  return {
    held: {
      get current(): boolean {
        return pointed?.isConnected === true || (focused !== undefined && hasFocus(focused))
      },
    },
    handlers: {
      onPointerEnter({ pointerType, currentTarget }: Pick<PointerEvent, 'pointerType' | 'currentTarget'>) {
        pointed = pointerType === 'mouse' ? currentTarget : undefined
      },
      onPointerLeave() {
        pointed = undefined
      },
      onFocus({ currentTarget }: Pick<FocusEvent, 'currentTarget'>) {
        focused = currentTarget
      },
    },
  }
}

/**
 * Notes whether the mouse or the focus is inside an element, without rendering again: spread `handlers` on it. A finger
 * does not hold: it scrolls.
 */
export const useHoverOrFocus = () => useState(makeHold)[0]
