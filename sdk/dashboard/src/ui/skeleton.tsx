import type { CSSProperties, ReactNode } from 'react'
import { cn } from '../cn.ts'

/** A placeholder while content is loading. */
export const Skeleton = ({ className, style }: { className?: string; style?: CSSProperties }): ReactNode => (
  <div
    aria-hidden="true"
    data-skeleton=""
    style={style}
    className={cn('animate-breathe rounded-md bg-line', className)}
  />
)
