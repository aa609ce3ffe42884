import { cva, type VariantProps } from 'class-variance-authority'
import { LoaderCircle } from 'lucide-react'
import { Slot } from 'radix-ui'
import type { ComponentProps, ReactNode } from 'react'
import { cn } from '../cn.ts'

const look = cva(
  'relative inline-flex shrink-0 select-none items-center justify-center gap-2 whitespace-nowrap rounded-md font-medium text-sm transition-colors duration-150 disabled:opacity-50 aria-disabled:opacity-50 [&_svg]:size-4 [&_svg]:shrink-0',
  {
    variants: {
      variant: {
        primary: 'bg-accent text-on-accent hover:bg-accent-hover',
        secondary: 'bg-raised text-ink shadow-panel hover:bg-sunken',
        ghost: 'text-muted hover:bg-accent-soft hover:text-ink',
        danger: 'bg-danger text-on-danger hover:brightness-110',
      },
      size: { sm: 'h-7 px-2.5 text-xs', md: 'h-8.5 px-3.5', lg: 'h-10 px-5' },
    },
    defaultVariants: { variant: 'secondary', size: 'md' },
  },
)

/** Props of `Button`: those of `<button>`, plus variant and size. */
export type ButtonProps = ComponentProps<'button'> &
  VariantProps<typeof look> & {
    /** shows a spinner and ignores clicks; the width and the focus stay */
    busy?: boolean
    /** styles its single child (a link) instead of rendering a button */
    asChild?: boolean
  }

/** A button; `type` defaults to `button`. */
export function Button({
  variant,
  size,
  busy = false,
  asChild = false,
  className,
  children,
  onClick,
  ...props
}: ButtonProps): ReactNode {
  const classes = cn(look({ variant, size }), className)
  if (asChild) {
    return (
      <Slot.Root className={classes} {...(onClick ? { onClick } : {})} {...props}>
        {children}
      </Slot.Root>
    )
  }
  return (
    <button
      type="button"
      className={classes}
      aria-busy={busy || undefined}
      {...props}
      // `disabled` would take the focus away.
      {...(busy ? { 'aria-disabled': true } : {})}
      onClick={busy ? (event) => event.preventDefault() : onClick}
    >
      {busy && <LoaderCircle className="absolute animate-spin" aria-hidden />}
      <span className={cn('inline-flex items-center gap-2', busy && 'opacity-0')}>{children}</span>
    </button>
  )
}
