import type { KeyboardEvent } from 'react'
import type { Step } from '../layout/moves.ts'

const arrows: Readonly<Record<string, Step>> = {
  ArrowLeft: { dx: -1, dy: 0 },
  ArrowRight: { dx: 1, dy: 0 },
  ArrowUp: { dx: 0, dy: -1 },
  ArrowDown: { dx: 0, dy: 1 },
}

/** An arrow key command. */
export interface Arrangement {
  readonly act: 'move' | 'resize'
  readonly step: Step
}

export type Command = Arrangement | { readonly act: 'remove' } | { readonly act: 'configure' }

/** The command of a key for the focused widget. */
export function commandOf(event: Pick<KeyboardEvent, 'key' | 'shiftKey' | 'ctrlKey' | 'metaKey' | 'altKey'>) {
  if (event.ctrlKey || event.metaKey || event.altKey) return undefined
  const step = arrows[event.key]
  const command: Command | undefined = step
    ? { act: event.shiftKey ? 'resize' : 'move', step }
    : event.key === 'Delete'
      ? { act: 'remove' }
      : event.key === 'Enter'
        ? { act: 'configure' }
        : undefined
  return command
}

const isTyping = (target: EventTarget | null) =>
  target instanceof Element && target.closest('input, textarea, select, [contenteditable]') !== null

/** Ctrl+S or Command+S, even in input fields. */
export const isSaveKey = (event: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'shiftKey' | 'altKey'>): boolean =>
  (event.ctrlKey || event.metaKey) && !event.shiftKey && !event.altKey && event.key.toLowerCase() === 's'

/** Ctrl/Command+Z, with Shift to redo; or Ctrl/Command+Y. */
export function historyKey(event: globalThis.KeyboardEvent): 'undo' | 'redo' | undefined {
  if (!(event.ctrlKey || event.metaKey) || event.altKey || isTyping(event.target)) return undefined
  const key = event.key.toLowerCase()
  if (key === 'z') return event.shiftKey ? 'redo' : 'undo'
  return key === 'y' ? 'redo' : undefined
}
