import { invalid } from './api-error.ts'

/** Invisible characters, except the variation selector of emoji. */
const invisible = /[\p{C}\p{Zl}\p{Zp}]|[^\S ]|(?!\ufe0f)\p{Default_Ignorable_Code_Point}/u
/** Combining marks alone do not count. */
const visible = /[\p{L}\p{N}\p{P}\p{S}]/u

/** Normalizes and trims the name that people give to something; throws 422 for `field` unless they can read it. */
export function displayName(field: string, text: string, maxLength = 100): string {
  const wrongLength = () => invalid(field, 'kernel.LENGTH', { min: 1, max: maxLength })
  // Normalizing a long run of combining marks takes minutes.
  if (text.length > 4 * maxLength) throw wrongLength()
  const name = text.normalize('NFC').trim()
  if (invisible.test(name)) throw invalid(field, 'kernel.CONTROL_CHARACTERS')
  const { length } = Array.from(name)
  if (length < 1 || length > maxLength) throw wrongLength()
  if (!visible.test(name)) throw invalid(field, 'kernel.NOT_VISIBLE')
  return name
}
