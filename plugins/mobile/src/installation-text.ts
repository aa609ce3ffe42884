import { invalid } from '@svc/plugin-sdk'

const maxLength = 128

/** Control, bidirectional and other invisible characters. */
const invisible = /[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]|[^\S ]/u
/** Emoji in device names contain joiners and modifiers that are invisible on their own. */
const emoji =
  /\p{Extended_Pictographic}(?:\p{EMod}|\uFE0F)?(?:\u200D\p{Extended_Pictographic}(?:\p{EMod}|\uFE0F)?)*|[\d#*]\uFE0F\u20E3/gu

/** Throws 422 unless `visible` has only visible characters. */
function check(field: string, text: string, visible = text): string {
  if (text === '') throw invalid(field, 'kernel.NOT_EMPTY')
  if (Array.from(text).length > maxLength) throw invalid(field, 'kernel.MAX_LENGTH', { count: maxLength })
  if (invisible.test(visible)) throw invalid(field, 'kernel.CONTROL_CHARACTERS')
  return text
}

/** Compared exactly, so never altered. */
export const parseInstallationId = (text: string): string => check('installation_id', text)

export function parseDeviceName(text: string): string {
  const name = text.trim()
  return check('device_name', name, name.replace(emoji, ''))
}
