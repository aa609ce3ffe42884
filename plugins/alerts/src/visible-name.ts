import { invalid } from '@svc/plugin-sdk'

const longest = 100
/** All but the selector that colours an emoji. */
const invisible = /[\p{C}\p{Zl}\p{Zp}]|[^\S ]|(?!\ufe0f)\p{Default_Ignorable_Code_Point}/u
/** Marks need something that they stand on. */
const visible = /[\p{L}\p{N}\p{P}\p{S}]/u

/** A name that people can read, composed and trimmed; otherwise 422. */
export function visibleName(text: string): string {
  const rule = `must have 1 to ${longest} characters`
  // composing a long text of marks takes minutes
  if (text.length > 4 * longest) throw invalid('name', rule)
  const name = text.normalize('NFC').trim()
  if (invisible.test(name)) throw invalid('name', 'must not contain control or invisible characters')
  const { length } = Array.from(name)
  if (length < 1 || length > longest) throw invalid('name', rule)
  if (!visible.test(name)) throw invalid('name', 'must contain a visible character')
  return name
}
