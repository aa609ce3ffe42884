import { type FocusEvent, type PointerEvent, useMemo, useRef } from 'react'

/**
 * Notes whether the mouse or the focus is inside an element, without rendering again: spread `handlers` on it. A finger
 * does not hold: it scrolls.
 */
export function useHeld() {
  const held = useRef(false)
  const handlers = useMemo(() => {
    const inside = { pointer: false, focus: false }
    const set = (key: keyof typeof inside, value: boolean) => {
      inside[key] = value
      held.current = inside.pointer || inside.focus
    }
    return {
      onPointerEnter: ({ pointerType }: PointerEvent) => set('pointer', pointerType === 'mouse'),
      onPointerLeave: () => set('pointer', false),
      onFocus: () => set('focus', true),
      onBlur: ({ currentTarget, relatedTarget }: FocusEvent) => set('focus', currentTarget.contains(relatedTarget)),
    }
  }, [])
  return { held, handlers }
}
