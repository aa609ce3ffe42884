import { invalid } from '@svc/plugin-sdk'
import type { RecoverBody } from './recover-schema.ts'

/** How a recovery is authenticated. */
export type Mode =
  | {
      readonly kind: 'password'
      readonly username: string
      readonly password: string
      readonly totpCode: string | undefined
    }
  | { readonly kind: 'code'; readonly code: string }
  | { readonly kind: 'grant'; readonly token: string }

const givenFields = (body: RecoverBody) =>
  (['username', 'password', 'pairing_code', 'recovery_token'] as const).filter((field) => body[field] !== undefined)

/** Parses the mode. Throws 422 for none, for several, and for totp_code without a password. */
export function parseMode(body: RecoverBody): Mode {
  const { username, password, totp_code: totpCode, pairing_code: code, recovery_token: token } = body
  const [first, ...others] = givenFields(body)
  if (first === undefined) {
    throw invalid('username', 'mobile.MODE_REQUIRED')
  }
  const conflicting = others.find((field) => !(first === 'username' && field === 'password'))
  if (conflicting) throw invalid(conflicting, 'mobile.NOT_COMBINED', { field: first })
  if (first === 'username' || first === 'password') {
    if (username === undefined) throw invalid('username', 'mobile.REQUIRED_WITH', { field: 'password' })
    if (password === undefined) throw invalid('password', 'mobile.REQUIRED_WITH', { field: 'username' })
    return { kind: 'password', username, password, totpCode }
  }
  if (totpCode !== undefined) throw invalid('totp_code', 'mobile.NOT_COMBINED', { field: first })
  return code !== undefined ? { kind: 'code', code } : { kind: 'grant', token: token ?? '' }
}
