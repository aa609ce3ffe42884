import { invalid } from '@svc/plugin-sdk'
import { requireVisibleName } from '../visible-name.ts'

/** Scripts whose letters look like each other's. A name in one of them is fine, a mixture is a disguise. */
const lookalikes = ['Latin', 'Cyrillic', 'Greek', 'Armenian', 'Cherokee', 'Coptic'].map(
  (script) => new RegExp(`\\p{Script=${script}}`, 'u'),
)
/** Latin letters of living languages; phonetic letters and small capitals pass for those of somebody else's name. */
const plainLatin = /[A-Za-z\u00C0-\u024F\u1E00-\u1EFF]/u
const latin = /\p{Script=Latin}/gu
/** Actors of the audit log that are no accounts. */
const reserved = new Set(['anonymous', 'system'])

/**
 * What must be unique: spellings that a reader takes for the same name share a key. Upper case first, because letters
 * such as the dotless i and the long s fold to their plain form only that way.
 */
export const usernameKey = (name: string): string => name.normalize('NFKC').toUpperCase().toLowerCase()

/** The name as it is stored and compared at sign-in. */
export const normalizeUsername = (name: string): string => name.normalize('NFC')

/** A name for an account, trimmed, with single spaces; otherwise 422. */
export function requireUsername(field: string, text: string): string {
  const name = normalizeUsername(requireVisibleName(field, text.replace(/ +/g, ' ')))
  if (lookalikes.filter((script) => script.test(name)).length > 1) {
    throw invalid(field, 'must not mix letters of different alphabets')
  }
  if (name.match(latin)?.some((letter) => !plainLatin.test(letter))) {
    throw invalid(field, 'must have Latin letters from A to Z only, with or without accents')
  }
  if (reserved.has(usernameKey(name))) throw invalid(field, 'is reserved')
  return name
}
