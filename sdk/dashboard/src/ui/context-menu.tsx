import { DropdownMenu as Primitive } from 'radix-ui'
import { type ReactNode, useRef } from 'react'
import { MenuParts } from './dropdown-menu.tsx'
import { menuParts } from './menu.tsx'

/** A place in the viewport, as in pointer events. */
export interface MenuPoint {
  readonly x: number
  readonly y: number
}

/**
 * A menu at a place instead of a button. Mount it to open it. The children are those of a `DropdownMenu`; `owner` is the id of
 * the element that the menu belongs to: it names the menu and gets the focus back.
 */
export function ContextMenu(props: {
  at: MenuPoint
  owner: string
  onClose: () => void
  children: ReactNode
}): ReactNode {
  const { at, owner, onClose, children } = props
  const content = useRef<HTMLDivElement>(null)
  return (
    <Primitive.Root open modal={false} onOpenChange={(open) => !open && onClose()}>
      <Primitive.Trigger asChild>
        <span aria-hidden className="pointer-events-none fixed size-0" style={{ left: at.x, top: at.y }} />
      </Primitive.Trigger>
      <Primitive.Portal>
        <Primitive.Content
          ref={content}
          align="start"
          side="bottom"
          collisionPadding={8}
          aria-labelledby={owner}
          onCloseAutoFocus={(event) => {
            event.preventDefault()
            // A dialog that an item opened keeps the focus.
            const { activeElement } = document
            const isInMenu = content.current?.contains(activeElement)
            if (isInMenu || activeElement === document.body) document.getElementById(owner)?.focus()
          }}
          className="z-50 min-w-52 animate-rise rounded-md bg-raised p-1 shadow-pop"
        >
          <MenuParts value={menuParts}>{children}</MenuParts>
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  )
}
