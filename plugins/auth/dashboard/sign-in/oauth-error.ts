const errorKeys: ReadonlySet<string> = new Set([
  'denied',
  'expired',
  'other_browser',
  'registration_disabled',
  'taken',
  'provider_failed',
  'not_signed_in',
  'unknown_provider',
])

/** Text key of a provider error. The key comes from the URL, so it can be anything. */
export const oauthErrorText = (key: string): string => `oauth.error.${errorKeys.has(key) ? key : 'provider_failed'}`
