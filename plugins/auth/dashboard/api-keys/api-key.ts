/** A key as the list tells it. */
export interface ApiKey {
  readonly id: string
  readonly name: string
  /** what follows `svc_`; enough to recognize the key */
  readonly key_prefix: string
  readonly created_at: string
  readonly expires_at?: string | null
  readonly last_used_at?: string | null
}

/** A key in the only answer that holds it. */
export interface NewApiKey extends ApiKey {
  readonly key: string
}

export const apiKeysPath = '/api/auth/api-keys'

export type Validity = 'endless' | 'valid' | 'ending' | 'expired'

const soonMs = 7 * 86_400_000

/** How it stands with the expiry of a key; `ending` is its last week. */
export function validityOf({ expires_at }: Pick<ApiKey, 'expires_at'>, now: number): Validity {
  if (!expires_at) return 'endless'
  const left = Date.parse(expires_at) - now
  return left <= 0 ? 'expired' : left <= soonMs ? 'ending' : 'valid'
}

/** The newest first. */
export const newestFirst = (keys: readonly ApiKey[]): ApiKey[] =>
  [...keys].sort((a, b) => Date.parse(b.created_at) - Date.parse(a.created_at))
