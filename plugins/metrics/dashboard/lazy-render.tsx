import { type ReactNode, useEffect, useRef, useState } from 'react'

/** Render about a screen ahead. */
const margin = '800px'

/** Renders `children` once near the viewport, and `pending` until then. */
export function LazyRender({ pending, children }: { pending: ReactNode; children: ReactNode }): ReactNode {
  const [isNear, setNear] = useState(false)
  const container = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const element = container.current
    if (!element || isNear) return
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) setNear(true)
      },
      { rootMargin: margin },
    )
    observer.observe(element)
    return () => observer.disconnect()
  }, [isNear])
  return (
    <div ref={container} className="grid min-w-0">
      {isNear ? children : pending}
    </div>
  )
}
