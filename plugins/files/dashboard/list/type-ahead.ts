import type { FileEntry } from '../../src/wire.ts'

/** What was typed to find an entry by the beginning of its name. */
export interface Typed {
  readonly text: string
  /** milliseconds */
  readonly at: number
}

export const nothingTyped: Typed = { text: '', at: 0 }

/** milliseconds after which a key begins a new name */
const pause = 800

/** Whether more of a name is expected. */
export const isTyping = ({ text, at }: Typed, now: number): boolean => text !== '' && now - at < pause

/** The same character again goes on to the next name with it. */
export function typeKey(typed: Typed, key: string, now: number): Typed {
  const text = isTyping(typed, now) ? typed.text + key.toLowerCase() : key.toLowerCase()
  return { text: [...text].every((character) => character === text[0]) ? (text[0] ?? '') : text, at: now }
}

/** The next entry whose name begins like this, after the focused one for a single character. */
export function findTyped(rows: readonly FileEntry[], { text }: Typed, focused: number): number {
  const from = text.length === 1 ? focused + 1 : Math.max(focused, 0)
  for (let step = 0; step < rows.length; step++) {
    const index = (from + step) % rows.length
    if (rows[index]?.name.toLowerCase().startsWith(text)) return index
  }
  return -1
}
