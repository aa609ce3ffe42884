import { invalid, normalizeName } from '@svc/plugin-sdk'

/** Scripts with look-alike letters. Mixing them in one name allows impersonation. */
const confusableScripts = ['Latin', 'Cyrillic', 'Greek', 'Armenian', 'Cherokee', 'Coptic'].map(
  (script) => new RegExp(`\\p{Script=${script}}`, 'u'),
)
/** Latin letters in common use. Phonetic letters and small capitals look like them. */
const plainLatin = /[A-Za-z\u00C0-\u024F\u1E00-\u1EFF]/u
const latin = /\p{Script=Latin}/gu
/** Actors of the audit log that are not accounts. */
const reserved = new Set(['anonymous', 'system'])

/**
 * Case-insensitive key of a name; must be unique. Upper-cased first, because letters such as dotless i and long s fold to
 * their plain form only that way.
 */
export const usernameKey = (name: string): string => name.normalize('NFKC').toUpperCase().toLowerCase()

/** The form that is stored and compared at sign-in. */
export const normalizeUsername = (name: string): string => name.normalize('NFC')

/** A username trimmed and with single spaces; throws 422 for names that could be taken for others. */
export function requireUsername(field: string, text: string): string {
  const name = normalizeName(text.replace(/ +/g, ' '))
  if (confusableScripts.filter((script) => script.test(name)).length > 1) {
    throw invalid(field, 'auth.MIXED_ALPHABETS')
  }
  if (name.match(latin)?.some((letter) => !plainLatin.test(letter))) {
    throw invalid(field, 'auth.UNUSUAL_LETTERS')
  }
  if (reserved.has(usernameKey(name))) throw invalid(field, 'auth.RESERVED_NAME')
  return name
}
