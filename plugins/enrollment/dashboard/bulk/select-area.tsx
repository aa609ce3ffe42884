import type { KeyboardEvent, MouseEvent, ReactNode } from 'react'
import type { Selection } from './selection.ts'
import { SelectionContext, useSelecting } from './use-selection.ts'

/** The id of the server whose link was the target of an event. */
const serverIdOf = (target: EventTarget) =>
  target instanceof Element ? target.closest<HTMLElement>('[data-row]')?.dataset.row : undefined

/**
 * Makes the servers inside selectable. Space on a server starts selecting. While selecting, a click toggles a server
 * instead of opening it, Shift selects a range, Ctrl+A selects `all`, and Escape stops.
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
    const id = serverIdOf(event.target)
    if (!selecting || id === undefined || event.ctrlKey || event.metaKey) return
    event.preventDefault()
    event.stopPropagation()
    selection.toggle(id, event.shiftKey)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const id = serverIdOf(event.target)
    if (event.key === ' ' && id !== undefined) selection.toggle(id, event.shiftKey)
    else if (event.key === 'a' && (event.ctrlKey || event.metaKey) && selecting && id !== undefined) {
      selection.toggleAll(all())
    } else if (event.key === 'Escape' && selecting && !event.defaultPrevented) selection.stop()
    else return
    event.preventDefault()
  }
  return (
    <SelectionContext value={selection}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the links inside have the focus */}
      <div onClickCapture={onClickCapture} onKeyDown={onKeyDown} className={selecting ? 'select-none' : undefined}>
        {children}
      </div>
    </SelectionContext>
  )
}
