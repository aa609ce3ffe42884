import { TriangleAlert } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { errorText } from '../api/error-text.ts'
import { useT } from '../i18n.ts'

/** An error message inside a dialog or form; renders nothing without an error. */
export function InlineError({ error, action }: { error: unknown; action?: ReactNode }): ReactNode {
  const t = useT()
  const note = useRef<HTMLDivElement>(null)
  // It may be below the visible part of a dialog.
  useEffect(() => {
    if (error) note.current?.scrollIntoView({ block: 'nearest' })
  }, [error])
  if (!error) return null
  return (
    <div ref={note} role="alert" className="flex items-start gap-2.5 rounded-md bg-danger/10 px-3 py-2.5 text-sm">
      <TriangleAlert className="mt-0.5 size-4 shrink-0 text-danger" aria-hidden />
      <div className="min-w-0 flex-1">
        <p className="break-words">{errorText(error, t)}</p>
        {action && <div className="mt-2">{action}</div>}
      </div>
    </div>
  )
}
