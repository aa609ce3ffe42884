import { ChevronDown } from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'
import { cn } from '../cn.ts'
import { useFieldIds } from './field.tsx'
import { controlLook } from './input.tsx'

/** A native select. Pass `<option>`s as children. */
export function Select({ className, children, ...props }: ComponentProps<'select'>): ReactNode {
  return (
    <span className={cn('relative inline-flex w-full', className)}>
      <select
        className={cn(controlLook, 'h-9 appearance-none pr-8 [&>option]:bg-raised')}
        {...useFieldIds()}
        {...props}
      >
        {children}
      </select>
      <ChevronDown className="pointer-events-none absolute top-2.5 right-2.5 size-4 text-faint" aria-hidden />
    </span>
  )
}
