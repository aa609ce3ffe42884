/** How it stands with the user's second factor. */
export interface TwoFactorStatus {
  readonly enabled: boolean
  readonly recovery_codes_left: number
}

/** A second factor that is not asked for yet. */
export interface Setup {
  /** base32 */
  readonly secret: string
  readonly otpauth_url: string
  /** a PNG */
  readonly qr_code_base64: string
  readonly recovery_codes: readonly string[]
}

export interface NewCodes {
  readonly recovery_codes: readonly string[]
}

/** Who has a password proves with it who they are; who has none, with a code of the authenticator. */
export type Proof = { readonly password: string } | { readonly code: string }

export const twoFactorPath = '/api/auth/2fa'

/** How many recovery codes are made at a time. */
export const allCodes = 10

/** From here on it is time for new ones. */
export const fewCodes = 3
