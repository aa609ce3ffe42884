import type { ForeignIdentity } from '../contract.ts'

/** Text of strangers for people to read: without invisible characters, of bounded length. */
const readable = (text: unknown, longest: number): string | null => {
  if (typeof text !== 'string') return null
  const clean = text
    .slice(0, 4 * longest)
    .replace(/[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu, '')
    .trim()
  return Array.from(clean).slice(0, longest).join('') || null
}

/** An identity as it may be stored. Throws when the provider did not say who it is. */
export function soundIdentity({ subject, email, displayName }: ForeignIdentity): ForeignIdentity {
  // compared as it is, so it is never cut or cleaned
  if (typeof subject !== 'string' || subject === '' || subject.length > 255 || /[\p{Cc}\p{Surrogate}]/u.test(subject)) {
    throw new Error('the provider named no usable subject')
  }
  return { subject, email: readable(email, 320), displayName: readable(displayName, 256) }
}
