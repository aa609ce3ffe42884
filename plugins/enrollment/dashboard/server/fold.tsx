import { ChevronRight } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'

/** A part of a form that most people skip. `forced` opens it: something inside wants attention. */
export function Fold(props: {
  title: ReactNode
  summary: ReactNode
  forced?: boolean
  /** what one came for: open and in view from the start */
  wanted?: boolean
  children: ReactNode
}): ReactNode {
  const { title, summary, forced = false, wanted = false, children } = props
  const [open, setOpen] = useState(wanted)
  const fold = useRef<HTMLDetailsElement>(null)
  useEffect(() => {
    if (wanted) fold.current?.scrollIntoView({ block: 'start' })
  }, [wanted])
  return (
    <details
      ref={fold}
      open={open || forced}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
      className="group rounded-md ring-1 ring-line ring-inset"
    >
      <summary
        data-autofocus={wanted || undefined}
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
