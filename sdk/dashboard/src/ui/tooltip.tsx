import { Tooltip as Primitive } from 'radix-ui'
import type { ReactNode } from 'react'

/** Shows `text` when the child is hovered or focused. The child must accept a ref and have its own accessible name. */
export function Tooltip(props: {
  text: ReactNode
  side?: 'top' | 'right' | 'bottom' | 'left'
  children: ReactNode
}): ReactNode {
  const { text, side = 'top', children } = props
  return (
    <Primitive.Root>
      <Primitive.Trigger asChild>{children}</Primitive.Trigger>
      <Primitive.Portal>
        <Primitive.Content
          side={side}
          sideOffset={6}
          collisionPadding={8}
          className="z-50 max-w-xs animate-fade rounded-sm bg-raised px-2 py-1 text-ink text-xs shadow-pop"
        >
          {text}
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  )
}

/** Lets adjacent tooltips open without delay; wraps the application once. */
export const TooltipProvider = ({ children }: { children: ReactNode }): ReactNode => (
  <Primitive.Provider delayDuration={350}>{children}</Primitive.Provider>
)
