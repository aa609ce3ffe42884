import type { ComponentProps, ReactNode } from 'react'
import { cn } from '../cn.ts'
import { useFieldIds } from './field.tsx'

/** Styles shared by all text controls. */
export const controlLook =
  'w-full rounded-md border border-line-strong bg-sunken/50 px-3 text-base text-ink transition-colors placeholder:text-faint hover:border-muted focus-visible:border-accent focus-visible:outline-1 focus-visible:outline-offset-0 disabled:opacity-50 aria-invalid:border-danger max-md:text-[1rem]'

/** A single-line text input. */
export function Input({ className, ...props }: ComponentProps<'input'>): ReactNode {
  return <input className={cn(controlLook, 'h-9', className)} {...useFieldIds()} {...props} />
}
