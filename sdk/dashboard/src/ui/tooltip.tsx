import { Tooltip as Primitive } from 'radix-ui'
import type { ReactNode } from 'react'
import { TipLayer } from './tip-layer.tsx'
import { tooltipLook } from './tooltip-look.ts'

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
        <Primitive.Content side={side} sideOffset={6} collisionPadding={8} className={tooltipLook}>
          {text}
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  )
}

/** Lets adjacent tooltips open without delay, and shows those of `data-tip`; wraps the application once. */
export const TooltipProvider = ({ children }: { children: ReactNode }): ReactNode => (
  <Primitive.Provider delayDuration={350}>
    {children}
    <TipLayer />
  </Primitive.Provider>
)
