import { Type } from '@sinclair/typebox'
import { textRule } from '@svc/plugin-sdk'

/** Visible characters and spaces, without the selectors of emoji. */
const visibleOnly = textRule(
  /^(?:(?![\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}])[ \S])*$/u,
  'kernel.CONTROL_CHARACTERS',
)
const nameRules = 'letters of one alphabet, no look-alike letters, not "system" or "anonymous"'

export const Username = Type.String({
  minLength: 1,
  maxLength: 64,
  allOf: [textRule(/\S/u, 'kernel.NOT_EMPTY'), visibleOnly],
  description: nameRules,
})
/** A name to change to; blank to keep it. */
export const NewUsername = Type.String({
  maxLength: 64,
  ...visibleOnly,
  description: `${nameRules}; blank: keep the name`,
})
/** A name that is looked up. */
export const UsernameText = Type.String({
  minLength: 1,
  maxLength: 1024,
  ...textRule(/^\P{Cc}*$/u, 'kernel.CONTROL_CHARACTERS'),
})

export const maxPasswordBytes = 1024
const passwordLimits = {
  maxLength: maxPasswordBytes,
  description: `at most ${maxPasswordBytes} bytes in UTF-8`,
  ...textRule(/^[^\0]*$/u, 'auth.INVALID_TEXT'),
}

export const NewPassword = Type.String({ minLength: 8, ...passwordLimits })
/** A password that is compared. */
export const PasswordText = Type.String({ minLength: 1, ...passwordLimits })
