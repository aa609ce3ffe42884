import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'

/** Explains why there is no content, and what to do. */
export function EmptyState(props: {
  icon?: LucideIcon
  title: ReactNode
  description?: ReactNode
  action?: ReactNode
}): ReactNode {
  const { icon: Icon, title, description, action } = props
  return (
    <div className="flex flex-col items-center px-6 py-14 text-center">
      {Icon && (
        <span className="mb-4 grid size-11 place-items-center rounded-lg bg-sunken text-faint shadow-panel">
          <Icon className="size-5" strokeWidth={1.6} aria-hidden />
        </span>
      )}
      <p className="font-semibold text-[1rem]">{title}</p>
      {description && <p className="mt-1 max-w-md text-balance text-muted text-sm">{description}</p>}
      {action && <div className="mt-5 flex gap-2">{action}</div>}
    </div>
  )
}
