import { Type } from '@sinclair/typebox'
import { textRule } from '@svc/plugin-sdk'

const invisible = '[\\p{C}\\p{Zl}\\p{Zp}\\p{Default_Ignorable_Code_Point}]'
const visible = `(?!${invisible})[ \\S]`
const picture = '\\p{Extended_Pictographic}'
/** Emoji in names contain joiners and selectors that are invisible on their own. */
const ofEmoji = [
  '(?<=[\\d#*])\\ufe0f(?=\\u20e3)',
  `(?<=${picture})\\ufe0f`,
  `(?<=${picture}(?:\\p{EMod}|\\ufe0f)?)\\u200d(?=${picture})`,
]
const only = (...parts: string[]) => textRule(RegExp(`^(?:${parts.join('|')})*$`, 'u'), 'kernel.CONTROL_CHARACTERS')

/** Compared exactly, so never altered. */
export const InstallationId = Type.String({ minLength: 1, maxLength: 128, ...only(visible) })
/** Stored without the spaces around it. */
export const DeviceName = Type.String({
  minLength: 1,
  maxLength: 128,
  allOf: [textRule(/\S/u, 'kernel.NOT_EMPTY'), only(visible, ...ofEmoji)],
})
