import { type RefObject, startTransition, useEffect, useState } from 'react'

type Notify = (near: boolean) => void

const waiting = new Map<Element, Notify>()
let observer: IntersectionObserver | undefined

function observe(element: Element, notify: Notify): () => void {
  observer ??= new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries) waiting.get(target)?.(isIntersecting)
    },
    { rootMargin: '50% 0px' },
  )
  waiting.set(element, notify)
  observer.observe(element)
  return () => {
    waiting.delete(element)
    observer?.unobserve(element)
  }
}

/**
 * Whether `ref` is on the screen or about to be; `first` is the guess until that is known. Long lists keep every entry,
 * so that names can be found, focused and read aloud, but fill in and renew the figures of the near ones only.
 */
export function useNearViewport(ref: RefObject<Element | null>, first: boolean): boolean {
  const [near, setNear] = useState(first)
  useEffect(() => {
    const element = ref.current
    // Scrolling comes before filling in.
    return element ? observe(element, (next) => startTransition(() => setNear(next))) : undefined
  }, [ref])
  return near
}
