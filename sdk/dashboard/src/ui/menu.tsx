import { Check } from 'lucide-react'
import { DropdownMenu as Primitive } from 'radix-ui'
import { type ComponentProps, type ReactNode, useRef } from 'react'
import { cn } from '../cn.ts'
import { type DropdownMenu, type MenuChoice, type MenuItem, MenuParts } from './dropdown-menu.tsx'

const itemLook =
  'relative flex cursor-pointer select-none items-center gap-2.5 rounded-sm px-2 py-1.5 text-sm outline-none data-disabled:cursor-default data-disabled:opacity-50 data-highlighted:bg-accent-soft'

/** A menu that is open when it is mounted; by keyboard, its first item has the focus then. */
export function OpenedMenu(props: ComponentProps<typeof DropdownMenu> & { byKeyboard: boolean }): ReactNode {
  const { trigger, align = 'end', side = 'bottom', className, children, byKeyboard } = props
  const content = useRef<HTMLDivElement>(null)
  const isFirst = useRef(byKeyboard)
  return (
    <Primitive.Root modal={false} defaultOpen>
      <Primitive.Trigger asChild>{trigger}</Primitive.Trigger>
      <Primitive.Portal>
        <Primitive.Content
          ref={content}
          align={align}
          side={side}
          sideOffset={6}
          collisionPadding={8}
          {...{
            // Later it knows itself, because it has seen the key.
            onOpenAutoFocus(event: Event) {
              if (!isFirst.current) return
              isFirst.current = false
              event.preventDefault()
              content.current?.querySelector<HTMLElement>('[role^=menuitem]:not([data-disabled])')?.focus()
            },
          }}
          className={cn('z-50 min-w-44 animate-rise rounded-md bg-raised p-1 shadow-pop', className)}
        >
          <MenuParts value={menuParts}>{children}</MenuParts>
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  )
}

function Item(props: ComponentProps<typeof MenuItem>): ReactNode {
  const { icon: Icon, onSelect, destructive = false, disabled = false, asChild = false, children } = props
  return (
    <Primitive.Item
      asChild={asChild}
      disabled={disabled}
      {...(onSelect ? { onSelect } : {})}
      className={cn(itemLook, destructive && 'text-danger')}
    >
      {asChild ? (
        children
      ) : (
        <>
          {Icon && <Icon className="size-4 shrink-0 text-faint" aria-hidden />}
          {children}
        </>
      )}
    </Primitive.Item>
  )
}

function Choice({ value: chosen, onChange, options }: ComponentProps<typeof MenuChoice<string>>): ReactNode {
  return (
    <Primitive.RadioGroup value={chosen} onValueChange={onChange}>
      {options.map(({ value, label, icon: Icon }) => (
        <Primitive.RadioItem key={value} value={value} className={itemLook}>
          {Icon && <Icon className="size-4 shrink-0 text-faint" aria-hidden />}
          <span className="min-w-0 flex-1">{label}</span>
          <Primitive.ItemIndicator>
            <Check className="size-3.5 text-accent" aria-hidden />
          </Primitive.ItemIndicator>
        </Primitive.RadioItem>
      ))}
    </Primitive.RadioGroup>
  )
}

function CheckItem(props: { checked: boolean; onChange: (checked: boolean) => void; children: ReactNode }): ReactNode {
  return (
    <Primitive.CheckboxItem
      checked={props.checked}
      onCheckedChange={props.onChange}
      onSelect={(event) => event.preventDefault()}
      className={itemLook}
    >
      <span className="flex-1">{props.children}</span>
      <Primitive.ItemIndicator>
        <Check className="size-3.5 text-accent" aria-hidden />
      </Primitive.ItemIndicator>
    </Primitive.CheckboxItem>
  )
}

const Label = ({ children }: { children: ReactNode }) => (
  <Primitive.Label className="caption px-2 pt-1.5 pb-1">{children}</Primitive.Label>
)

const Separator = () => <Primitive.Separator className="mx-1 my-1 h-px bg-line" />

/** What the items of an open menu are drawn with. */
export const menuParts = { Item, Choice, CheckItem, Label, Separator }
