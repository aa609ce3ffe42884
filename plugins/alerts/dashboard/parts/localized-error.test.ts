import { ApiError } from '@svc/dashboard-sdk'
import { expect, it } from 'vitest'
import { localizeFailure } from './localized-error.ts'

it('uses the Chinese message if available and keeps the rest', () => {
  const details = { error_zh: '测试未送达：10 秒内没有应答' }
  const error = new ApiError(502, 'BAD_GATEWAY', 'the test was not delivered', { details, retryAfter: 3 })
  expect(localizeFailure('en', error)).toBe(error)
  expect(localizeFailure('zh', error)).toMatchObject({
    status: 502,
    code: 'BAD_GATEWAY',
    message: details.error_zh,
    details,
    retryAfter: 3,
  })
  for (const unknown of [undefined, null, [], [{ field: 'name', rule: 'x' }], { error_zh: 7 }]) {
    const plain = new ApiError(409, 'CONFLICT', 'no', { details: unknown })
    expect(localizeFailure('zh', plain)).toBe(plain)
  }
})
