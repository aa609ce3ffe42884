import { invalid } from '@svc/plugin-sdk'

const longest = 128

/** Control and bidirectional characters, and everything else that people cannot see. */
const invisible = /[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]|[^\S ]/u
/** People call their phones by emoji, and those are joined and coloured by characters that alone are invisible. */
const emoji =
  /\p{Extended_Pictographic}(?:\p{EMod}|\uFE0F)?(?:\u200D\p{Extended_Pictographic}(?:\p{EMod}|\uFE0F)?)*|[\d#*]\uFE0F\u20E3/gu

/** Texts come from strangers and are shown to people. */
function check(field: string, text: string, seen = text): string {
  if (text === '') throw invalid(field, 'must not be empty')
  if (Array.from(text).length > longest) throw invalid(field, `must have at most ${longest} characters`)
  if (invisible.test(seen)) throw invalid(field, 'must not contain control or invisible characters')
  return text
}

/** Compared as it is: the app chose it. */
export const installationIdOf = (text: string): string => check('installation_id', text)

export function deviceNameOf(text: string): string {
  const name = text.trim()
  return check('device_name', name, name.replace(emoji, ''))
}
