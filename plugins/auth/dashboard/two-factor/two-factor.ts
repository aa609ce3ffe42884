export interface TwoFactorStatus {
  readonly enabled: boolean
  readonly recovery_codes_left: number
}

/** A second factor that is not enabled yet. */
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

/** Confirms the identity: the password, or a code if the account has none. */
export type Proof = { readonly password: string } | { readonly code: string }

export const twoFactorPath = '/api/auth/2fa'

export const codesPerSet = 10

/** Warn when this many codes or fewer are left. */
export const lowCodesThreshold = 3
