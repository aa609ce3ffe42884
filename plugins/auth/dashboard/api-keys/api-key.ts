/** A key as listed; without the secret. */
export interface ApiKey {
  readonly id: string
  readonly name: string
  /** what follows `svc_`; enough to recognize the key */
  readonly key_prefix: string
  readonly created_at: string
  readonly expires_at?: string | null
  readonly last_used_at?: string | null
}

/** Response to the creation, the only one with the secret. */
export interface NewApiKey extends ApiKey {
  readonly key: string
}

export const apiKeysPath = '/api/auth/api-keys'

export type Validity = 'endless' | 'valid' | 'ending' | 'expired'

const endingMs = 7 * 86_400_000

/** `ending` means less than a week left. */
export function validityOf({ expires_at }: Pick<ApiKey, 'expires_at'>, now: number): Validity {
  if (!expires_at) return 'endless'
  const left = Date.parse(expires_at) - now
  return left <= 0 ? 'expired' : left <= endingMs ? 'ending' : 'valid'
}

export const newestFirst = (keys: readonly ApiKey[]): ApiKey[] =>
  [...keys].sort((a, b) => Date.parse(b.created_at) - Date.parse(a.created_at))

/** A sample request to paste into a terminal. Neither value contains characters that need shell quoting. */
export const curlExample = (origin: string, key: string): string =>
  `curl -H 'X-API-Key: ${key}' \\\n  ${origin}/api/auth/me`
