import { ApiError } from '@svc/dashboard-sdk'
import { expect, test } from 'vitest'
import { isCodeRequired, toSignInError } from './sign-in-error.ts'

test('classifies sign-in errors', () => {
  expect(toSignInError(new ApiError(401, 'UNAUTHORIZED', 'Unauthorized'), 0)).toEqual({ kind: 'wrong' })
  expect(toSignInError(new ApiError(429, 'TOO_MANY_REQUESTS', 'm', { retryAfter: 12 }), 5)).toEqual({
    kind: 'limited',
    until: 12_005,
  })
  expect(toSignInError(new ApiError(429, 'TOO_MANY_REQUESTS', 'm'), 0)).toEqual({ kind: 'limited', until: 60_000 })
  const network = new ApiError(0, 'NETWORK', 'm')
  expect(toSignInError(network, 0)).toEqual({ kind: 'other', error: network })
  const broken = new TypeError('x')
  expect(toSignInError(broken, 0)).toEqual({ kind: 'other', error: broken })
})

test('requires a second factor by error code only', () => {
  expect(isCodeRequired(new ApiError(422, 'TWO_FACTOR_REQUIRED', 'Validation error: 2fa_required'))).toBe(true)
  expect(isCodeRequired(new ApiError(422, 'VALIDATION_ERROR', 'm'))).toBe(false)
  expect(isCodeRequired(new Error('TWO_FACTOR_REQUIRED'))).toBe(false)
})
