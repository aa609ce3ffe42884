import { Secret, TOTP } from 'otpauth'

const parameters = { algorithm: 'SHA1', digits: 6, period: 30 } as const
const secretBytes = 20

export const makeTotpSecret = (): string => new Secret({ size: secretBytes }).base32

/** The `otpauth://` URL that authenticator apps scan. */
export const totpUrl = (secret: string, issuer: string, username: string): string =>
  new TOTP({ ...parameters, secret: Secret.fromBase32(secret), issuer, label: username }).toString()

/** Authenticator apps show codes in two groups, and people type the space. */
const withoutSpaces = (typed: string): string => typed.replace(/\s/g, '')

const isTotpCode = (typed: string): boolean => /^\d{6}$/.test(withoutSpaces(typed))

/**
 * The time step of a code, with a tolerance of one step; undefined for a wrong code.
 * @param now milliseconds
 */
export function totpStep(secret: string, typed: string, now: number): number | undefined {
  if (!isTotpCode(typed)) return undefined
  const totp = new TOTP({ ...parameters, secret: Secret.fromBase32(secret) })
  const delta = totp.validate({ token: withoutSpaces(typed), timestamp: now, window: 1 })
  return delta === null ? undefined : Math.floor(now / 1000 / parameters.period) + delta
}
