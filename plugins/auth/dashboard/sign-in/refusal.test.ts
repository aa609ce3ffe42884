import { ApiFailure } from '@svc/dashboard-sdk'
import { expect, test } from 'vitest'
import { refusalOf, wantsCode } from './refusal.ts'

test('what a refused sign-in means', () => {
  expect(refusalOf(new ApiFailure(401, 'UNAUTHORIZED', 'Unauthorized'), 0)).toEqual({ kind: 'wrong' })
  expect(refusalOf(new ApiFailure(429, 'TOO_MANY_REQUESTS', 'm', { retryAfter: 12 }), 5)).toEqual({
    kind: 'limited',
    until: 12_005,
  })
  expect(refusalOf(new ApiFailure(429, 'TOO_MANY_REQUESTS', 'm'), 0)).toEqual({ kind: 'limited', until: 60_000 })
  const network = new ApiFailure(0, 'NETWORK', 'm')
  expect(refusalOf(network, 0)).toEqual({ kind: 'other', failure: network })
  const broken = new TypeError('x')
  expect(refusalOf(broken, 0)).toEqual({ kind: 'other', failure: broken })
})

test('only the code of the answer asks for the second step', () => {
  expect(wantsCode(new ApiFailure(422, 'TWO_FACTOR_REQUIRED', 'Validation error: 2fa_required'))).toBe(true)
  expect(wantsCode(new ApiFailure(422, 'VALIDATION_ERROR', 'm'))).toBe(false)
  expect(wantsCode(new Error('TWO_FACTOR_REQUIRED'))).toBe(false)
})
