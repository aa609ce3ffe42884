import { invalid } from '@svc/plugin-sdk'
import type { RecoverBody } from './recover-schema.ts'

/** How somebody shows that they may clean up. */
export type Mode =
  | {
      readonly kind: 'password'
      readonly username: string
      readonly password: string
      readonly totpCode: string | undefined
    }
  | { readonly kind: 'code'; readonly code: string }
  | { readonly kind: 'grant'; readonly token: string }

const ways = (body: RecoverBody) =>
  (['username', 'password', 'pairing_code', 'recovery_token'] as const).filter((field) => body[field] !== undefined)

/** The one mode of a request. 422 for none, for several, and for a second factor where there is no first. */
export function modeOf(body: RecoverBody): Mode {
  const { username, password, totp_code: totpCode, pairing_code: code, recovery_token: token } = body
  const [first, ...others] = ways(body)
  if (first === undefined) {
    throw invalid('username', 'must be sent with password, or else one of pairing_code and recovery_token')
  }
  const foreign = others.find((field) => !(first === 'username' && field === 'password'))
  if (foreign) throw invalid(foreign, `must not be sent together with ${first}`)
  if (first === 'username' || first === 'password') {
    if (username === undefined) throw invalid('username', 'must be sent with password')
    if (password === undefined) throw invalid('password', 'must be sent with username')
    return { kind: 'password', username, password, totpCode }
  }
  if (totpCode !== undefined) throw invalid('totp_code', `must not be sent together with ${first}`)
  return code !== undefined ? { kind: 'code', code } : { kind: 'grant', token: token ?? '' }
}
