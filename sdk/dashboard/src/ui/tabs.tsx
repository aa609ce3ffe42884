import { ChevronDown } from 'lucide-react'
import { Tabs as Primitive } from 'radix-ui'
import { type ReactNode, type RefObject, useLayoutEffect, useRef, useState } from 'react'
import { cn } from '../cn.ts'
import { useT } from '../i18n.ts'
import { useSize } from '../use-size.ts'
import { DropdownMenu, MenuChoice } from './dropdown-menu.tsx'
import { visibleTabs } from './visible-tabs.ts'

/** Tabs of the same group stand together; a line separates the groups. */
export interface Tab<T extends string> {
  readonly value: T
  readonly label: ReactNode
  readonly content: ReactNode
  readonly group?: string | undefined
}

const look =
  '-mb-px shrink-0 whitespace-nowrap border-transparent border-b-2 py-2 font-medium text-muted text-sm transition-colors hover:text-ink -outline-offset-2'
/** `gap-5`, and the room that a separator adds */
const gapPx = 20

/**
 * Tabs with panels; the value is usually in the URL (`usePageSearch`). Inactive panels are not rendered. Tabs that do
 * not fit into the row are in a menu at its end; the active one is always in the row.
 */
export function Tabs<T extends string>(props: {
  value: T
  onChange: (value: T) => void
  /** the accessible name of the row of tabs */
  label: string
  tabs: readonly Tab<T>[]
}): ReactNode {
  const { value, onChange, label, tabs } = props
  const t = useT('sdk')
  const row = useRef<HTMLDivElement>(null)
  const active = tabs.findIndex((tab) => tab.value === value)
  const fitting = useFitting(row, tabs, active)
  const shown = tabs.filter((_, index) => fitting.has(index))
  const rest = tabs.filter((_, index) => !fitting.has(index))
  return (
    <Primitive.Root value={value} onValueChange={(next) => onChange(next as T)}>
      <div ref={row} className="flex gap-5 overflow-hidden border-b">
        <Primitive.List aria-label={label} className="flex gap-5">
          {shown.map((tab, index) => (
            <Primitive.Trigger
              key={tab.value}
              value={tab.value}
              className={cn(
                look,
                'data-[state=active]:border-accent data-[state=active]:text-ink',
                index > 0 &&
                  shown[index - 1]?.group !== tab.group &&
                  'relative before:absolute before:top-3 before:-left-2.5 before:h-3.5 before:w-px before:bg-line',
              )}
            >
              {tab.label}
            </Primitive.Trigger>
          ))}
        </Primitive.List>
        {rest.length > 0 && (
          <DropdownMenu
            trigger={
              <button type="button" className={cn(look, 'inline-flex items-center gap-1')}>
                {t('tabs.more')}
                <ChevronDown className="size-3.5" aria-hidden />
              </button>
            }
          >
            <MenuChoice value={value} onChange={onChange} options={rest} />
          </DropdownMenu>
        )}
      </div>
      {tabs.map((tab) => (
        // Not a step of its own: Tab goes from the tabs to what is in the panel.
        <Primitive.Content key={tab.value} value={tab.value} tabIndex={-1} className="pt-5 outline-none">
          {tab.content}
        </Primitive.Content>
      ))}
    </Primitive.Root>
  )
}

/** The indexes of the tabs that fit. All of them are rendered once to measure them, before the browser paints. */
function useFitting(
  row: RefObject<HTMLDivElement | null>,
  tabs: readonly Tab<string>[],
  active: number,
): ReadonlySet<number> {
  const key = tabs.map((tab) => `${tab.value} ${String(tab.label)}`).join('\n')
  const [measured, setMeasured] = useState<{ readonly key: string; readonly widths: readonly number[] }>()
  const room = useSize(row, ({ width }) => width) ?? Number.POSITIVE_INFINITY
  const widths = measured?.key === key ? measured.widths : undefined
  useLayoutEffect(() => {
    if (widths || !row.current) return
    const triggers = [...row.current.querySelectorAll<HTMLElement>('[role=tab]')]
    setMeasured({ key, widths: triggers.map((trigger) => trigger.offsetWidth) })
  }, [key, widths, row])
  return visibleTabs(widths ?? tabs.map(() => 0), room, gapPx, active)
}
