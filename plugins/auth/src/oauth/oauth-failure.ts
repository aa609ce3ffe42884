import { ApiError, badRequest, conflict } from '@svc/plugin-sdk'

/** What the pages have a text for. */
export type FailureKey =
  | 'denied'
  | 'expired'
  | 'other_browser'
  | 'registration_disabled'
  | 'taken'
  | 'provider_failed'
  | 'not_signed_in'
  | 'unknown_provider'

const sentences: Readonly<Record<FailureKey, string>> = {
  denied: 'the provider was not allowed to tell who this is',
  expired: 'this sign-in is unknown, too old or already used; start again',
  other_browser: 'this sign-in was started in another browser',
  registration_disabled: 'no account is linked to this identity, and accounts are not created by signing in',
  taken: 'this identity is linked to another account',
  provider_failed: 'the provider could not be asked who this is',
  not_signed_in: 'linking needs the session that started it',
  unknown_provider: 'there is no such provider',
}

/** A sign-in at a provider that ended badly. Browsers are sent to a page that explains `key`; programs get `answer`. */
export class OauthFailure extends Error {
  readonly key: FailureKey
  /** Where the person came from: the settings, or the sign-in page. */
  readonly linking: boolean

  constructor(key: FailureKey, linking = false) {
    super(sentences[key])
    this.name = 'OauthFailure'
    this.key = key
    this.linking = linking
  }

  /** Where to send a browser. */
  get page(): string {
    return `${this.linking ? '/settings/security' : '/login'}?oauth_error=${this.key}`
  }

  get answer(): ApiError {
    if (this.key === 'taken') return conflict(this.message)
    if (this.key === 'provider_failed') return new ApiError(502, 'PROVIDER_FAILED', this.message)
    return badRequest(this.message)
  }
}
