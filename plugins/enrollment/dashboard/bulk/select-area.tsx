import type { KeyboardEvent, MouseEvent, ReactNode } from 'react'
import type { Selection } from './selection.ts'
import { SelectionContext, useSelecting } from './use-selection.ts'

/** The id of the server whose link an event comes from. */
const rowOf = (target: EventTarget) =>
  target instanceof Element ? target.closest<HTMLElement>('[data-row]')?.dataset.row : undefined

/**
 * Lets the servers inside be selected. While that goes on, a click on one ticks it instead of opening it, Ctrl+A ticks
 * `all`, Escape ends it; the space bar on a server starts it. Shift does everything in between.
 */
export function SelectArea(props: {
  selection: Selection
  all: () => readonly string[]
  enabled: boolean
  children: ReactNode
}): ReactNode {
  const { selection, all, enabled, children } = props
  const selecting = useSelecting(selection)
  if (!enabled) return children
  const onClickCapture = (event: MouseEvent) => {
    const id = rowOf(event.target)
    if (!selecting || id === undefined || event.ctrlKey || event.metaKey) return
    event.preventDefault()
    event.stopPropagation()
    selection.toggle(id, event.shiftKey)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const id = rowOf(event.target)
    if (event.key === ' ' && id !== undefined) selection.toggle(id, event.shiftKey)
    else if (event.key === 'a' && (event.ctrlKey || event.metaKey) && selecting && id !== undefined) {
      selection.toggleAll(all())
    } else if (event.key === 'Escape' && selecting && !event.defaultPrevented) selection.stop()
    else return
    event.preventDefault()
  }
  return (
    <SelectionContext value={selection}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the links inside are what has the focus */}
      <div onClickCapture={onClickCapture} onKeyDown={onKeyDown} className={selecting ? 'select-none' : undefined}>
        {children}
      </div>
    </SelectionContext>
  )
}
