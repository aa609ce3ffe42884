import { invalid } from '@svc/plugin-sdk'

const maxLength = 64
/** code units that a name of that length can have before NFC normalization */
const maxCodeUnits = 4 * maxLength
const invisible = /[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]|[^\S ]/u

/** The name in NFC and trimmed; throws 422 for invisible characters and wrong lengths. */
export function requireVisibleName(field: string, text: string): string {
  const wrongLength = () => invalid(field, 'kernel.LENGTH', { min: 1, max: maxLength })
  // normalizing a long text of combining marks takes minutes
  if (text.length > maxCodeUnits) throw wrongLength()
  const name = text.normalize('NFC').trim()
  if (invisible.test(name)) throw invalid(field, 'kernel.CONTROL_CHARACTERS')
  const { length } = Array.from(name)
  if (length < 1 || length > maxLength) throw wrongLength()
  return name
}
