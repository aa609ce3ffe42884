import { type ReactNode, useEffect, useRef, useState } from 'react'

/** Charts are drawn before they scroll into view: about a screen ahead. */
const ahead = '800px'

/** Shows `children` from the moment its place comes near the visible part of the page, and `pending` until then. */
export function Near({ pending, children }: { pending: ReactNode; children: ReactNode }): ReactNode {
  const [near, setNear] = useState(false)
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const element = place.current
    if (!element || near) return
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) setNear(true)
      },
      { rootMargin: ahead },
    )
    observer.observe(element)
    return () => observer.disconnect()
  }, [near])
  return (
    <div ref={place} className="grid min-w-0">
      {near ? children : pending}
    </div>
  )
}
