const known: ReadonlySet<string> = new Set([
  'denied',
  'expired',
  'other_browser',
  'registration_disabled',
  'taken',
  'provider_failed',
  'not_signed_in',
  'unknown_provider',
])

/** The text of what went wrong at a provider; the key comes from the address, so it may be anything. */
export const oauthErrorText = (key: string): string => `oauth.error.${known.has(key) ? key : 'provider_failed'}`
