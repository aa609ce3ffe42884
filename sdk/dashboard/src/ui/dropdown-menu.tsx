import { Check, type LucideIcon } from 'lucide-react'
import { DropdownMenu as Primitive } from 'radix-ui'
import type { ReactNode } from 'react'
import { cn } from '../cn.ts'

const itemLook =
  'relative flex cursor-pointer select-none items-center gap-2.5 rounded-sm px-2 py-1.5 text-sm outline-none data-disabled:cursor-default data-disabled:opacity-50 data-highlighted:bg-accent-soft'

/** A menu behind a button. `trigger` is the button; the children are `MenuItem`, `MenuChoice`, `MenuLabel`, `MenuSeparator`. */
export function DropdownMenu(props: {
  trigger: ReactNode
  align?: 'start' | 'center' | 'end'
  side?: 'top' | 'right' | 'bottom' | 'left'
  className?: string
  children: ReactNode
}): ReactNode {
  const { trigger, align = 'end', side = 'bottom', className, children } = props
  return (
    <Primitive.Root modal={false}>
      <Primitive.Trigger asChild>{trigger}</Primitive.Trigger>
      <Primitive.Portal>
        <Primitive.Content
          align={align}
          side={side}
          sideOffset={6}
          collisionPadding={8}
          className={cn('z-50 min-w-44 animate-rise rounded-md bg-raised p-1 shadow-pop', className)}
        >
          {children}
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
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

/** A radio group. */
export function MenuChoice<T extends string>(props: {
  value: T
  onChange: (value: T) => void
  options: readonly { value: T; label: ReactNode; icon?: LucideIcon }[]
}): ReactNode {
  return (
    <Primitive.RadioGroup value={props.value} onValueChange={(value) => props.onChange(value as T)}>
      {props.options.map(({ value, label, icon: Icon }) => (
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

/** A checkbox item; the menu stays open. */
export function MenuCheck(props: {
  checked: boolean
  onChange: (checked: boolean) => void
  children: ReactNode
}): ReactNode {
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

/** The heading of a group of items. */
export const MenuLabel = ({ children }: { children: ReactNode }) => (
  <Primitive.Label className="caption px-2 pt-1.5 pb-1">{children}</Primitive.Label>
)

/** A separator between groups of items. */
export const MenuSeparator = () => <Primitive.Separator className="mx-1 my-1 h-px bg-line" />
