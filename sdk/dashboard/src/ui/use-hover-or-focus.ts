import { type FocusEvent, type PointerEvent, useState } from 'react'

/** Tracks whether the mouse or the focus is inside an element. Evaluated on read, because removed elements fire no events. */
export function makeHoverOrFocus() {
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

/** Tracks whether the mouse or the focus is inside an element, without re-rendering: spread `handlers` on it. Ignores touch. */
export const useHoverOrFocus = () => useState(makeHoverOrFocus)[0]
