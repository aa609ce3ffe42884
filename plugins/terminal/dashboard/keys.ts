const esc = '\u001b'

/** Keys that the keyboard of a phone lacks, with the last letter of their sequence where programs choose its form. */
export const keys = ['esc', 'tab', 'up', 'down', 'left', 'right'] as const
export type Key = (typeof keys)[number]

const plain: Partial<Record<Key, string>> = { esc, tab: '\t' }
const arrows: Partial<Record<Key, string>> = { up: 'A', down: 'B', right: 'C', left: 'D' }

/** What a terminal sends for a key. Full-screen programs ask for another form of the arrows. */
export const keySequence = (key: Key, isApplicationMode: boolean): string =>
  plain[key] ?? `${esc}${isApplicationMode ? 'O' : '['}${arrows[key]}`

/** What a terminal sends when Ctrl is held; text that has no such form is unchanged. */
export function withControl(text: string): string {
  const arrow = new RegExp(`^${esc}[[O]([ABCD])$`).exec(text)?.[1]
  if (arrow) return `${esc}[1;5${arrow}`
  if (text === ' ' || text === '@') return '\0'
  return /^[A-Za-z[\\\]^_]$/.test(text) ? String.fromCharCode(text.toUpperCase().charCodeAt(0) - 64) : text
}
