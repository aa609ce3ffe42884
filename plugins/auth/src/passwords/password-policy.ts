import { invalid } from '@svc/plugin-sdk'

const shortest = 8
const mostBytes = 1024

/** Text that can be a password at all; otherwise 422. Nothing longer is ever hashed. */
export function requirePasswordText(field: string, text: string): string {
  if (text === '') throw invalid(field, 'must not be empty')
  if (Buffer.byteLength(text) > mostBytes) throw invalid(field, `must have at most ${mostBytes} bytes`)
  // half surrogate pairs all become the same replacement character when hashed
  if (/[\0\p{Surrogate}]/u.test(text)) throw invalid(field, 'must be valid text without NUL')
  return text
}

/** A password somebody chooses; otherwise 422. */
export function requireNewPassword(field: string, text: string): string {
  requirePasswordText(field, text)
  if (Array.from(text).length < shortest) throw invalid(field, `must have at least ${shortest} characters`)
  return text
}
