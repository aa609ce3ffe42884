import type { ReactNode } from 'react'
import { cn } from '../cn.ts'
import { Skeleton } from './skeleton.tsx'

/** A figure with its name above, and what explains it below; stands in `StatPanels` or another `<dl>`. */
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

/** Figures side by side as panels; `label` is what they are about. */
export const StatPanels = ({ label, children }: { label: string; children: ReactNode }): ReactNode => (
  <dl
    aria-label={label}
    className="mb-4 grid grid-cols-2 gap-3 *:rounded-lg *:bg-panel *:px-4 *:py-3 *:shadow-panel lg:grid-cols-4"
  >
    {children}
  </dl>
)

/** The shape of `StatPanels` while they load. */
export const StatSkeletons = (): ReactNode => (
  <div aria-busy="true" className="mb-4 grid grid-cols-2 gap-3 lg:grid-cols-4">
    {['a', 'b', 'c', 'd'].map((key) => (
      <Skeleton key={key} className="h-20 rounded-lg" />
    ))}
  </div>
)
