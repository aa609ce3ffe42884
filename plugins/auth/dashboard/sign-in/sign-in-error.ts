import { ApiError } from '@svc/dashboard-sdk'

/** Why a sign-in failed. */
export type SignInError =
  | { readonly kind: 'wrong' }
  /** epoch milliseconds; further attempts are rejected until then */
  | { readonly kind: 'limited'; readonly until: number }
  | { readonly kind: 'other'; readonly failure: unknown }

/** Used when the server sends no Retry-After. */
const defaultRetryAfterSeconds = 60

export function toSignInError(failure: unknown, now: number): SignInError {
  if (!(failure instanceof ApiError)) return { kind: 'other', failure }
  if (failure.status === 401) return { kind: 'wrong' }
  if (failure.status === 429)
    return { kind: 'limited', until: now + (failure.retryAfter ?? defaultRetryAfterSeconds) * 1000 }
  return { kind: 'other', failure }
}

/** Whether the server requires a second factor. */
export const isCodeRequired = (failure: unknown): boolean =>
  failure instanceof ApiError && failure.status === 422 && failure.code === 'TWO_FACTOR_REQUIRED'
