import { Dialog } from 'radix-ui'
import type { ReactNode } from 'react'
import { cn } from '../cn.ts'

/** A panel that slides in from the left. `title` is its accessible name. */
export function Drawer(props: {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: string
  className?: string
  children: ReactNode
}): ReactNode {
  const { open, onOpenChange, title, className, children } = props
  return (
    <Dialog.Root open={open} onOpenChange={onOpenChange}>
      <Dialog.Portal>
        <Dialog.Overlay className={cn('fixed inset-0 z-40 animate-fade bg-backdrop', className)} />
        <Dialog.Content
          aria-describedby={undefined}
          className={cn(
            'fixed inset-y-0 left-0 z-50 flex w-68 max-w-[85vw] animate-slide-in flex-col bg-panel shadow-pop outline-none',
            className,
          )}
        >
          <Dialog.Title className="sr-only">{title}</Dialog.Title>
          {children}
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
