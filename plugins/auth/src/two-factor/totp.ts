import { Secret, TOTP } from 'otpauth'

const parameters = { algorithm: 'SHA1', digits: 6, period: 30 } as const
const secretBytes = 20

export const makeTotpSecret = (): string => new Secret({ size: secretBytes }).base32

/** The `otpauth://` address that authenticator applications scan. */
export const totpAddress = (secret: string, issuer: string, username: string): string =>
  new TOTP({ ...parameters, secret: Secret.fromBase32(secret), issuer, label: username }).toString()

/**
 * The time step whose code this is, one step of tolerance either side; undefined for a wrong code.
 * @param now milliseconds
 */
export function totpStep(secret: string, code: string, now: number): number | undefined {
  if (!/^\d{6}$/.test(code)) return undefined
  const totp = new TOTP({ ...parameters, secret: Secret.fromBase32(secret) })
  const delta = totp.validate({ token: code, timestamp: now, window: 1 })
  return delta === null ? undefined : Math.floor(now / 1000 / parameters.period) + delta
}
