import type { ExternalIdentity } from '../contract.ts'

/** Strips invisible characters and limits the length. */
const sanitizeText = (text: unknown, maxLength: number): string | null => {
  if (typeof text !== 'string') return null
  const clean = text
    .slice(0, 4 * maxLength)
    .replace(/[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu, '')
    .trim()
  return Array.from(clean).slice(0, maxLength).join('') || null
}

/** Makes an identity safe to store and show. Throws without a usable subject. */
export function sanitizeIdentity({ subject, email, displayName }: ExternalIdentity): ExternalIdentity {
  // compared exactly, so it must not be altered
  if (typeof subject !== 'string' || subject === '' || subject.length > 255 || /[\p{Cc}\p{Surrogate}]/u.test(subject)) {
    throw new Error('the provider sent no usable subject')
  }
  return { subject, email: sanitizeText(email, 320), displayName: sanitizeText(displayName, 256) }
}
