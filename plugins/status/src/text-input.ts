import { displayName, invalid } from '@svc/plugin-sdk'

/** Control characters except tab and line ends. */
const control = /(?![\t\n\r])\p{Cc}/u

export const titleOf = (text: string): string => displayName('title', text, 200)

/** Multi-line text, trimmed; null if nothing is left. */
export function bodyOf(field: string, text: string | null): string | null {
  if (text === null) return null
  if (control.test(text)) throw invalid(field, 'kernel.CONTROL_CHARACTERS')
  const lines = text.replaceAll('\r\n', '\n').trim()
  return lines === '' ? null : lines
}
