import type { LucideIcon } from 'lucide-react'
import { Slot } from 'radix-ui'
import { createContext, type KeyboardEvent, type MouseEvent, type ReactNode, use, useEffect, useState } from 'react'
import { translatorOf } from '../i18n.ts'
import type { menuParts, OpenedMenu } from './menu.tsx'
import { toast } from './toast.tsx'

/** Milliseconds until the code of menus is loaded. The first page rarely needs it, but later the connection may be lost. */
const loadAfter = 3000

/** Given by the code of menus to what is inside of an open one. */
export const MenuParts = createContext<Partial<typeof menuParts>>({})

const load = () => import('./menu.tsx')

let isPlanned = false

/**
 * A menu behind a button. `trigger` is the button; the children are `MenuItem`, `MenuChoice`, `MenuLabel`, `MenuSeparator`.
 * Until it is opened it is no more than its button, of which long lists have hundreds.
 */
export function DropdownMenu(props: {
  trigger: ReactNode
  align?: 'start' | 'center' | 'end'
  side?: 'top' | 'right' | 'bottom' | 'left'
  className?: string
  children: ReactNode
}): ReactNode {
  const { trigger } = props
  const [opened, setOpened] = useState<{ readonly byKeyboard: boolean; readonly Menu: typeof OpenedMenu }>()
  useEffect(() => {
    if (isPlanned) return
    isPlanned = true
    setTimeout(() => void load().catch(() => undefined), loadAfter)
  }, [])
  if (opened) return <opened.Menu {...props} byKeyboard={opened.byKeyboard} />
  const open = (byKeyboard: boolean) =>
    load().then(
      ({ OpenedMenu: Menu }) => setOpened({ byKeyboard, Menu }),
      () => toast.error(translatorOf('sdk')('boundary.notLoaded')),
    )
  return (
    <Slot.Root
      aria-haspopup="menu"
      aria-expanded={false}
      data-state="closed"
      // A click by keyboard has no count.
      onClick={({ detail }: MouseEvent) => void open(detail === 0)}
      onKeyDown={(event: KeyboardEvent) => {
        if (event.key !== 'ArrowDown') return
        event.preventDefault()
        void open(true)
      }}
    >
      {trigger}
    </Slot.Root>
  )
}

/** A menu action; with `asChild`, a link. */
export function MenuItem(props: {
  icon?: LucideIcon
  onSelect?: () => void
  destructive?: boolean
  disabled?: boolean
  asChild?: boolean
  children: ReactNode
}): ReactNode {
  const { Item } = use(MenuParts)
  return Item && <Item {...props} />
}

/** A radio group. */
export function MenuChoice<T extends string>(props: {
  value: T
  onChange: (value: T) => void
  options: readonly { value: T; label: ReactNode; icon?: LucideIcon }[]
}): ReactNode {
  const { Choice } = use(MenuParts)
  return Choice && <Choice {...props} onChange={(value) => props.onChange(value as T)} />
}

/** A checkbox item; the menu stays open. */
export function MenuCheck(props: {
  checked: boolean
  onChange: (checked: boolean) => void
  children: ReactNode
}): ReactNode {
  const { CheckItem } = use(MenuParts)
  return CheckItem && <CheckItem {...props} />
}

/** The heading of a group of items. */
export function MenuLabel(props: { children: ReactNode }): ReactNode {
  const { Label } = use(MenuParts)
  return Label && <Label {...props} />
}

/** A separator between groups of items. */
export function MenuSeparator(): ReactNode {
  const { Separator } = use(MenuParts)
  return Separator && <Separator />
}
