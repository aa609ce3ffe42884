import { invalid } from '@svc/plugin-sdk'

const minLength = 8
const maxBytes = 1024

/** Throws 422 for text that cannot be a password. Longer text is never hashed. */
export function requirePasswordText(field: string, text: string): string {
  if (text === '') throw invalid(field, 'kernel.NOT_EMPTY')
  if (Buffer.byteLength(text) > maxBytes) throw invalid(field, 'auth.TOO_MANY_BYTES', { max: maxBytes })
  // all lone surrogates encode to the same replacement character
  if (/[\0\p{Surrogate}]/u.test(text)) throw invalid(field, 'auth.INVALID_TEXT')
  return text
}

/** Throws 422 for text that is not allowed as a new password. */
export function requireNewPassword(field: string, text: string): string {
  requirePasswordText(field, text)
  if (Array.from(text).length < minLength) throw invalid(field, 'kernel.MIN_LENGTH', { count: minLength })
  return text
}
