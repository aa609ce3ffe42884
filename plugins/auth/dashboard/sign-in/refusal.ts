import { ApiFailure } from '@svc/dashboard-sdk'

/** What to tell about a sign-in that did not succeed. */
export type Refusal =
  | { readonly kind: 'wrong' }
  /** milliseconds; until then another attempt is refused, too */
  | { readonly kind: 'limited'; readonly until: number }
  | { readonly kind: 'other'; readonly failure: unknown }

/** Seconds to wait when the server does not say how many. */
const unknownWait = 60

export function refusalOf(failure: unknown, now: number): Refusal {
  if (!(failure instanceof ApiFailure)) return { kind: 'other', failure }
  if (failure.status === 401) return { kind: 'wrong' }
  if (failure.status === 429) return { kind: 'limited', until: now + (failure.retryAfter ?? unknownWait) * 1000 }
  return { kind: 'other', failure }
}

/** Whether the server asks for the second step. */
export const wantsCode = (failure: unknown): boolean =>
  failure instanceof ApiFailure && failure.status === 422 && failure.code === 'TWO_FACTOR_REQUIRED'
