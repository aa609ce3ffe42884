import type { ReactNode } from 'react'
import { cn } from '../cn.ts'
import { Skeleton } from './skeleton.tsx'

/** A value with its label above and a hint below; use inside `StatPanels` or another `<dl>`. */
export const Stat = (props: {
  label: ReactNode
  hint?: ReactNode
  className?: string
  children: ReactNode
}): ReactNode => (
  <div className={cn('min-w-0', props.className)}>
    <dt className="caption">{props.label}</dt>
    <dd className="figures mt-0.5 truncate font-semibold text-[1.125rem] leading-7">{props.children}</dd>
    {props.hint && <dd className="figures line-clamp-2 text-faint text-xs">{props.hint}</dd>}
  </div>
)

/** A row of `Stat` panels; `label` is their accessible name. */
export const StatPanels = ({ label, children }: { label: string; children: ReactNode }): ReactNode => (
  <dl
    aria-label={label}
    className="mb-4 grid grid-cols-2 gap-3 *:rounded-lg *:bg-panel *:px-4 *:py-3 *:shadow-panel lg:grid-cols-4"
  >
    {children}
  </dl>
)

/** Placeholder for `StatPanels` while loading. */
export const StatSkeletons = (): ReactNode => (
  <div aria-busy="true" className="mb-4 grid grid-cols-2 gap-3 lg:grid-cols-4">
    {['a', 'b', 'c', 'd'].map((key) => (
      <Skeleton key={key} className="h-21.5 rounded-lg" />
    ))}
  </div>
)
