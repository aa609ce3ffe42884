import { cva, type VariantProps } from 'class-variance-authority'
import type { ComponentProps, ReactNode } from 'react'
import { cn } from '../cn.ts'

const look = cva(
  'inline-flex h-5 max-w-full items-center gap-1 whitespace-nowrap rounded-xs px-1.5 font-medium text-2xs [&_svg]:size-3',
  {
    variants: {
      tone: {
        neutral: 'bg-sunken text-muted ring-1 ring-line ring-inset',
        accent: 'bg-accent-soft text-accent',
        ok: 'bg-ok/12 text-ok',
        warn: 'bg-warn/14 text-warn',
        danger: 'bg-danger/13 text-danger',
      },
    },
    defaultVariants: { tone: 'neutral' },
  },
)

/** A small label: a tag, a version, a status. With `hint`, a tooltip that the keyboard reaches too explains it. */
export const Badge = ({
  tone,
  hint,
  className,
  ...props
}: ComponentProps<'span'> & VariantProps<typeof look> & { hint?: string | undefined }): ReactNode => (
  <span {...(hint ? { 'data-tip': hint, tabIndex: 0 } : {})} className={cn(look({ tone }), className)} {...props} />
)
