import type { ComponentProps, ReactNode } from 'react'
import { cn } from '../cn.js'
import { useFieldIds } from './field.js'
import { controlLook } from './input.js'

/** Several lines of text. */
export function Textarea({ className, ...props }: ComponentProps<'textarea'>): ReactNode {
  return <textarea rows={3} className={cn(controlLook, 'py-2', className)} {...useFieldIds()} {...props} />
}
