import type { ReactNode } from 'react'
import { cn } from '../cn.ts'
import { Button, type ButtonProps } from './button.tsx'

const sizes = { sm: 'size-7', md: 'size-8.5', lg: 'size-10' }

/** An icon button; `label` is its accessible name and tooltip. */
export function IconButton({
  label,
  size = 'md',
  variant = 'ghost',
  className,
  ...props
}: Omit<ButtonProps, 'aria-label' | 'asChild'> & { label: string }): ReactNode {
  return (
    <Button
      aria-label={label}
      data-tip={label}
      variant={variant}
      className={cn(sizes[size ?? 'md'], 'px-0', className)}
      {...props}
    />
  )
}
