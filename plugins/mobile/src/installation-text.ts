import { invalid } from '@svc/plugin-sdk'

const longest = 128

/** Names come from strangers and are shown to people. */
function check(field: string, text: string): string {
  if (text === '') throw invalid(field, 'must not be empty')
  if (Array.from(text).length > longest) throw invalid(field, `must have at most ${longest} characters`)
  if (/\p{Cc}|\p{Surrogate}/u.test(text)) throw invalid(field, 'must not contain control characters')
  return text
}

/** Compared as it is: the app chose it. */
export const installationIdOf = (text: string): string => check('installation_id', text)

export const deviceNameOf = (text: string): string => check('device_name', text.trim())
