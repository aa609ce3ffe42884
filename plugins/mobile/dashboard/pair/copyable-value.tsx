import { CopyButton } from '@svc/dashboard-sdk'
import { type ReactNode, useId } from 'react'

/** A labelled value with a copy button. */
export function CopyableValue({ label, text }: { label: string; text: string }): ReactNode {
  const id = useId()
  return (
    <div>
      <p id={id} className="mb-1 font-medium text-xs">
        {label}
      </p>
      <section
        aria-labelledby={id}
        className="flex items-start gap-1 rounded-md bg-sunken py-1 pr-1 pl-3 ring-1 ring-line ring-inset"
      >
        <code className="min-w-0 flex-1 select-all break-all py-1.5 font-mono text-xs leading-5">{text}</code>
        <CopyButton text={text} />
      </section>
    </div>
  )
}
