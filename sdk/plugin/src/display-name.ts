import { invalid } from './api-error.ts'

/** Invisible characters, except the variation selector of emoji. */
const invisible = /[\p{C}\p{Zl}\p{Zp}]|[^\S ]|(?!\ufe0f)\p{Default_Ignorable_Code_Point}/u
/** Combining marks alone do not count. */
const visible = /[\p{L}\p{N}\p{P}\p{S}]/u

/** Normalizes and trims the name that people give to something; throws 422 for `field` unless they can read it. */
export function displayName(field: string, text: string, maxLength = 100): string {
  const rule = `must have 1 to ${maxLength} characters`
  // Normalizing a long run of combining marks takes minutes.
  if (text.length > 4 * maxLength) throw invalid(field, rule)
  const name = text.normalize('NFC').trim()
  if (invisible.test(name)) throw invalid(field, 'must not contain control or invisible characters')
  const { length } = Array.from(name)
  if (length < 1 || length > maxLength) throw invalid(field, rule)
  if (!visible.test(name)) throw invalid(field, 'must contain a visible character')
  return name
}
