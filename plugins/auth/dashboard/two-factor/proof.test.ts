import { ApiFailure } from '@svc/dashboard-sdk'
import { expect, test } from 'vitest'
import { missingProof, proofOf, refusedProof } from './proof.ts'

test('a password or a code', () => {
  expect(proofOf('password', 'x')).toEqual({ password: 'x' })
  expect(proofOf('code', '123456')).toEqual({ code: '123456' })
})

test('what is missing', () => {
  expect(missingProof('password', '')).toBe('password.missing')
  expect(missingProof('password', ' ')).toBeUndefined()
  expect(missingProof('code', '12345')).toBe('signIn.codeIncomplete')
  expect(missingProof('code', '123456')).toBeUndefined()
})

test('only what speaks of the proof stands beside its field', () => {
  const wrong = new ApiFailure(400, 'BAD_REQUEST', 'Bad request: password is not the current password')
  expect(refusedProof('password', wrong)).toBe('password.wrong')
  expect(refusedProof('code', new ApiFailure(400, 'BAD_REQUEST', 'Bad request: code is wrong'))).toBe(
    'signIn.codeWrong',
  )
  expect(refusedProof('code', wrong)).toBeUndefined()
  expect(refusedProof('password', new ApiFailure(422, 'VALIDATION_ERROR', 'm'))).toBe('password.wrong')
  expect(refusedProof('password', new ApiFailure(429, 'TOO_MANY_REQUESTS', 'm'))).toBeUndefined()
  expect(refusedProof('password', undefined)).toBeUndefined()
})
