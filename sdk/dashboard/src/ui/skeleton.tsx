import type { ReactNode } from 'react'
import { cn } from '../cn.js'

/** The shape of something that is still loading. */
export const Skeleton = ({ className }: { className?: string }): ReactNode => (
  <div aria-hidden="true" className={cn('animate-breathe rounded-md bg-line', className)} />
)
