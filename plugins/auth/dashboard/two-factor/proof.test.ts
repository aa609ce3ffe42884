import { ApiError } from '@svc/dashboard-sdk'
import { expect, test } from 'vitest'
import { missingProof, proofError, proofOf } from './proof.ts'

test('sends a password or a code', () => {
  expect(proofOf('password', 'x')).toEqual({ password: 'x' })
  expect(proofOf('code', '123456')).toEqual({ code: '123456' })
})

test('detects missing input', () => {
  expect(missingProof('password', '')).toBe('password.missing')
  expect(missingProof('password', ' ')).toBeUndefined()
  expect(missingProof('code', '12345')).toBe('signIn.codeIncomplete')
  expect(missingProof('code', '123456')).toBeUndefined()
})

test('shows only errors about the proof beside its field', () => {
  const rejected = (code: string) => new ApiError(400, 'BAD_REQUEST', 'm', { details: { code } })
  const wrong = rejected('auth.WRONG_PASSWORD')
  expect(proofError('password', wrong)).toBe('password.wrong')
  expect(proofError('code', rejected('auth.WRONG_CODE'))).toBe('signIn.codeWrong')
  expect(proofError('code', wrong)).toBeUndefined()
  expect(proofError('password', new ApiError(422, 'VALIDATION_ERROR', 'm'))).toBe('password.wrong')
  expect(proofError('password', new ApiError(429, 'TOO_MANY_REQUESTS', 'm'))).toBeUndefined()
  expect(proofError('password', undefined)).toBeUndefined()
})
