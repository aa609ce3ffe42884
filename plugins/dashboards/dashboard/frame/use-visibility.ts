import { type RefObject, useEffect, useState } from 'react'

const callbacks = new WeakMap<Element, (isNear: boolean) => void>()
let observer: IntersectionObserver | undefined

const shared = () =>
  (observer ??= new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries) callbacks.get(target)?.(isIntersecting)
    },
    { rootMargin: '300px 0px' },
  ))

/** Whether an element is in or near the viewport, and whether it ever was. */
export function useVisibility(element: RefObject<HTMLElement | null>): { isNear: boolean; wasNear: boolean } {
  const [sight, setSight] = useState({ isNear: false, wasNear: false })
  useEffect(() => {
    const { current } = element
    if (!current) return
    callbacks.set(current, (isNear) => setSight(({ wasNear }) => ({ isNear, wasNear: wasNear || isNear })))
    shared().observe(current)
    return () => {
      shared().unobserve(current)
      callbacks.delete(current)
    }
  }, [element])
  return sight
}
