import type { ComponentProps, ReactNode } from 'react'
import { cn } from '../cn.ts'

/** A surface with an optional heading and actions on its right. `flush` lets a table or chart reach its edges. */
export function Card({
  title,
  description,
  actions,
  flush = false,
  className,
  children,
  ...props
}: Omit<ComponentProps<'section'>, 'title'> & {
  title?: ReactNode
  description?: ReactNode
  actions?: ReactNode
  flush?: boolean
}): ReactNode {
  return (
    <section className={cn('panel min-w-0', className)} {...props}>
      {(title || actions) && (
        <header className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2 px-5 pt-4">
          <div className="min-w-0">
            {title && <h2 className="font-semibold text-base">{title}</h2>}
            {description && <p className="mt-0.5 text-muted text-sm">{description}</p>}
          </div>
          {actions && <div className="flex items-center gap-2">{actions}</div>}
        </header>
      )}
      <div className={flush ? 'overflow-clip rounded-b-lg pt-3 first:rounded-t-lg first:pt-0' : 'p-5 not-first:pt-4'}>
        {children}
      </div>
    </section>
  )
}
