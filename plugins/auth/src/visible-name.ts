import { invalid } from '@svc/plugin-sdk'

const longest = 64
/** code units that a name of that length may have before it is composed */
const composedLength = 4 * longest
const invisible = /[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]|[^\S ]/u

/** A name that people can read, composed and trimmed; otherwise 422. */
export function requireVisibleName(field: string, text: string): string {
  const rule = `must have 1 to ${longest} characters`
  // composing a long text of marks takes minutes
  if (text.length > composedLength) throw invalid(field, rule)
  const name = text.normalize('NFC').trim()
  if (invisible.test(name)) throw invalid(field, 'must not contain control or invisible characters')
  const { length } = Array.from(name)
  if (length < 1 || length > longest) throw invalid(field, rule)
  return name
}
