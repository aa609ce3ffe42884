import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { CodeBlock } from './code-block.tsx'

/** Explains why there is no content, and what to do. */
export function EmptyState(props: {
  icon?: LucideIcon
  title: ReactNode
  description?: ReactNode
  action?: ReactNode
  /** what to type on the host, or to write into its configuration, each with a sentence */
  commands?: readonly { readonly text: string; readonly command: string }[]
}): ReactNode {
  const { icon: Icon, title, description, action, commands = [] } = props
  return (
    <div className="flex flex-col items-center px-6 py-14 text-center">
      {Icon && (
        <span className="mb-4 grid size-11 place-items-center rounded-lg bg-sunken text-faint shadow-panel">
          <Icon className="size-5" strokeWidth={1.6} aria-hidden />
        </span>
      )}
      <p className="font-semibold text-[1rem]">{title}</p>
      {description && <div className="mt-1 max-w-md text-balance text-muted text-sm">{description}</div>}
      {action && <div className="mt-5 flex gap-2">{action}</div>}
      {commands.length > 0 && (
        <ol className="mt-8 flex w-full max-w-xl flex-col gap-4 text-left">
          {commands.map(({ text, command }) => (
            <li key={text} className="min-w-0">
              <p className="mb-1.5 text-muted text-sm">{text}</p>
              <CodeBlock text={command} label={text} />
            </li>
          ))}
        </ol>
      )}
    </div>
  )
}
