import { type RefObject, startTransition, useEffect, useState } from 'react'

type Notify = (near: boolean) => void

const observed = new Map<Element, Notify>()
let observer: IntersectionObserver | undefined

function observe(element: Element, notify: Notify): () => void {
  observer ??= new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries) observed.get(target)?.(isIntersecting)
    },
    { rootMargin: '50% 0px' },
  )
  observed.set(element, notify)
  observer.observe(element)
  return () => {
    observed.delete(element)
    observer?.unobserve(element)
  }
}

/**
 * Whether `ref` is in the viewport or less than half of its height away; `initial` is returned until the first measurement.
 * Long lists render every entry, so that they can be searched and focused, but only update those that are near.
 */
export function useNear(ref: RefObject<Element | null>, initial = false): boolean {
  const [near, setNear] = useState(initial)
  useEffect(() => {
    const element = ref.current
    // Scrolling has priority over rendering rows.
    return element ? observe(element, (next) => startTransition(() => setNear(next))) : undefined
  }, [ref])
  return near
}

/** `useNear`, but true forever once it was: for content that is expensive to render or load. */
export function useWasNear(near: boolean): boolean {
  const [was, setWas] = useState(near)
  if (near && !was) setWas(true)
  return was || near
}
