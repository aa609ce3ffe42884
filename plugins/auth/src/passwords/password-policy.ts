import { invalid } from '@svc/plugin-sdk'
import { maxPasswordBytes } from '../sign-in/credential-schema.ts'

/** Throws 422 for text with too many bytes, which a schema cannot say. Longer text is never hashed. */
export function limitPassword(field: string, text: string): string {
  if (Buffer.byteLength(text) > maxPasswordBytes) throw invalid(field, 'auth.TOO_MANY_BYTES', { max: maxPasswordBytes })
  return text
}
