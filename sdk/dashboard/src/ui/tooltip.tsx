import { Tooltip as Primitive } from 'radix-ui'
import type { ReactNode } from 'react'
import { tooltipLook } from './tooltip-look.ts'

/**
 * Shows `text`, which may be more than a line, when the child is hovered or focused; a plain text is a `data-tip` of the child.
 * The child must accept a ref and have its own accessible name.
 */
export function Tooltip(props: {
  text: ReactNode
  side?: 'top' | 'right' | 'bottom' | 'left'
  children: ReactNode
}): ReactNode {
  const { text, side = 'top', children } = props
  return (
    <Primitive.Provider delayDuration={350}>
      <Primitive.Root>
        <Primitive.Trigger asChild>{children}</Primitive.Trigger>
        <Primitive.Portal>
          <Primitive.Content side={side} sideOffset={6} collisionPadding={8} className={tooltipLook}>
            {text}
          </Primitive.Content>
        </Primitive.Portal>
      </Primitive.Root>
    </Primitive.Provider>
  )
}
