import { ApiError, badRequest, CodedError, conflict, type TextCode, text } from '@svc/plugin-sdk'

/** Keys that the dashboard has texts for. */
export type OauthErrorKey =
  | 'denied'
  | 'expired'
  | 'other_browser'
  | 'registration_disabled'
  | 'taken'
  | 'provider_failed'
  | 'not_signed_in'
  | 'unknown_provider'

const codes: Readonly<Record<OauthErrorKey, TextCode>> = {
  denied: 'auth.OAUTH_DENIED',
  expired: 'auth.OAUTH_EXPIRED',
  other_browser: 'auth.OAUTH_OTHER_BROWSER',
  registration_disabled: 'auth.OAUTH_REGISTRATION_DISABLED',
  taken: 'auth.OAUTH_TAKEN',
  provider_failed: 'auth.OAUTH_PROVIDER_FAILED',
  not_signed_in: 'auth.OAUTH_NOT_SIGNED_IN',
  unknown_provider: 'auth.OAUTH_UNKNOWN_PROVIDER',
}

/** A failed provider sign-in. Browsers are redirected to a page with a text for `key`; other clients get `apiError`. */
export class OauthError extends CodedError {
  readonly key: OauthErrorKey
  /** Whether it started on the security page instead of the sign-in page. */
  readonly linking: boolean

  constructor(key: OauthErrorKey, linking = false) {
    super(text(codes[key]))
    this.key = key
    this.linking = linking
  }

  /** Redirect target for browsers. */
  get page(): string {
    return `${this.linking ? '/settings/security' : '/login'}?oauth_error=${this.key}`
  }

  get apiError(): ApiError {
    if (this.key === 'taken') return conflict(this.text.code)
    if (this.key === 'provider_failed') return new ApiError(502, this.text.code, undefined, { code: 'PROVIDER_FAILED' })
    return badRequest(this.text.code)
  }
}
