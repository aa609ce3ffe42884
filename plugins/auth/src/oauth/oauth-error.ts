import { ApiError, badRequest, conflict } from '@svc/plugin-sdk'

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

const messages: Readonly<Record<OauthErrorKey, string>> = {
  denied: 'the sign-in was denied at the provider',
  expired: 'this sign-in is unknown, expired or already used; start again',
  other_browser: 'this sign-in was started in another browser',
  registration_disabled: 'no account is linked to this identity, and registration is disabled',
  taken: 'this identity is linked to another account',
  provider_failed: 'the request to the provider failed',
  not_signed_in: 'linking requires the session that started it',
  unknown_provider: 'provider not found',
}

/** A failed provider sign-in. Browsers are redirected to a page with a text for `key`; other clients get `apiError`. */
export class OauthError extends Error {
  readonly key: OauthErrorKey
  /** Whether it started on the security page instead of the sign-in page. */
  readonly linking: boolean

  constructor(key: OauthErrorKey, linking = false) {
    super(messages[key])
    this.name = 'OauthError'
    this.key = key
    this.linking = linking
  }

  /** Redirect target for browsers. */
  get page(): string {
    return `${this.linking ? '/settings/security' : '/login'}?oauth_error=${this.key}`
  }

  get apiError(): ApiError {
    if (this.key === 'taken') return conflict(this.message)
    if (this.key === 'provider_failed') return new ApiError(502, 'PROVIDER_FAILED', this.message)
    return badRequest(this.message)
  }
}
