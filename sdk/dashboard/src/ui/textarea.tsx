import type { ComponentProps, ReactNode } from 'react'
import { cn } from '../cn.ts'
import { useFieldIds } from './field.tsx'
import { controlLook } from './input.tsx'

/** A multi-line text input. */
export function Textarea({ className, ...props }: ComponentProps<'textarea'>): ReactNode {
  return <textarea rows={3} className={cn(controlLook, 'py-2', className)} {...useFieldIds()} {...props} />
}
