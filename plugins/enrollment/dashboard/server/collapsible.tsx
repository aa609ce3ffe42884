import { ChevronRight } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'

/** A collapsible part of a form. */
export function Collapsible(props: {
  title: ReactNode
  summary: ReactNode
  /** open it because something inside needs attention */
  forceOpen?: boolean
  /** initially open and scrolled into view */
  initiallyOpen?: boolean
  children: ReactNode
}): ReactNode {
  const { title, summary, forceOpen = false, initiallyOpen = false, children } = props
  const [open, setOpen] = useState(initiallyOpen)
  const details = useRef<HTMLDetailsElement>(null)
  useEffect(() => {
    if (initiallyOpen) details.current?.scrollIntoView({ block: 'start' })
  }, [initiallyOpen])
  return (
    <details
      ref={details}
      open={open || forceOpen}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
      className="group rounded-md ring-1 ring-line ring-inset"
    >
      <summary
        data-autofocus={initiallyOpen || undefined}
        className="flex cursor-pointer list-none items-center gap-2 rounded-md px-3.5 py-2 text-sm"
      >
        <ChevronRight className="size-4 shrink-0 text-faint group-open:rotate-90" aria-hidden />
        <span className="shrink-0 font-medium">{title}</span>
        <span className="min-w-0 truncate text-muted">{summary}</span>
      </summary>
      <div className="border-t px-3.5 py-3.5">{children}</div>
    </details>
  )
}
