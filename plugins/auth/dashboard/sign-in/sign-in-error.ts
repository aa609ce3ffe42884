import { ApiError } from '@svc/dashboard-sdk'

/** Why a sign-in failed. */
export type SignInError =
  | { readonly kind: 'wrong' }
  /** epoch milliseconds; further attempts are rejected until then */
  | { readonly kind: 'limited'; readonly until: number }
  | { readonly kind: 'other'; readonly error: unknown }

/** Used when the server sends no Retry-After. */
const defaultRetryAfterSeconds = 60

export function toSignInError(error: unknown, now: number): SignInError {
  if (!(error instanceof ApiError)) return { kind: 'other', error }
  if (error.status === 401) return { kind: 'wrong' }
  if (error.status === 429)
    return { kind: 'limited', until: now + (error.retryAfter ?? defaultRetryAfterSeconds) * 1000 }
  return { kind: 'other', error }
}

/** Whether the server requires a second factor. */
export const isCodeRequired = (error: unknown): boolean =>
  error instanceof ApiError && error.status === 422 && error.code === 'TWO_FACTOR_REQUIRED'
