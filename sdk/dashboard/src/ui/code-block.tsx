import type { ReactNode } from 'react'
import { CopyButton } from './copy-button.tsx'

/** A command or code to copy; long lines scroll. */
export const CodeBlock = ({ text, label }: { text: string; label: string }): ReactNode => (
  <div className="flex items-start gap-1 rounded-md bg-sunken py-1 pr-1 pl-3 ring-1 ring-line ring-inset">
    {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard */}
    <section aria-label={label} tabIndex={0} className="min-w-0 flex-1 overflow-x-auto py-1.5">
      <code className="whitespace-pre font-mono text-xs leading-5">{text}</code>
    </section>
    <CopyButton text={text} />
  </div>
)
