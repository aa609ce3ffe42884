import type { ReactNode } from 'react'
import { cn } from '../cn.ts'
import { usePageTitle } from '../page-title.tsx'

/** The visible heading of a page. A `title` that is a string also names the page in tab and breadcrumbs. */
export function PageHeader(props: {
  title: ReactNode
  /** right beside the title: a state, tags */
  aside?: ReactNode
  description?: ReactNode
  actions?: ReactNode
  /** keeps few, small actions beside the title on phones too, where every line counts */
  compact?: boolean
}): ReactNode {
  const { title, aside, description, actions, compact = false } = props
  usePageTitle(typeof title === 'string' ? title : undefined)
  return (
    <header
      className={cn(
        'flex justify-between gap-x-6 gap-y-3',
        compact ? 'mb-4 items-start max-sm:gap-x-2' : 'mb-6 flex-wrap items-end',
      )}
    >
      <div className="min-w-0">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <h1 className="min-w-0 break-words font-semibold text-[1.5rem] leading-8 tracking-tight">{title}</h1>
          {aside}
        </div>
        {description && <p className="mt-1 max-w-2xl text-pretty text-muted text-sm">{description}</p>}
      </div>
      {actions && (
        <div
          className={cn(
            'flex items-center gap-2',
            compact ? 'shrink-0' : 'flex-wrap max-md:has-[[type=search]]:w-full',
          )}
        >
          {actions}
        </div>
      )}
    </header>
  )
}
