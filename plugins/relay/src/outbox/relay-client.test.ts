import { describe, expect, it } from 'vitest'
import { judgeRelay } from './relay-client.ts'

describe('the relay', () => {
  const judge = (status: number, body: object | string, headers: Record<string, string> = {}) =>
    judgeRelay({ status, headers, body: Buffer.from(typeof body === 'string' ? body : JSON.stringify(body)) })
  const result = (outcome: string, reason: string, device_invalid = false) => ({ outcome, reason, device_invalid })

  it.each<[number, object | string, object]>([
    [200, result('accepted', 'Accepted'), { outcome: 'accepted' }],
    [200, result('expired', 'Expired'), { outcome: 'expired' }],
    [200, result('permanent', 'Unregistered', true), { outcome: 'permanent', isGone: true }],
    [200, result('permanent', 'BadDeviceToken', true), { reason: 'RelayPayloadRejected', isGone: false }],
    [200, result('permanent', 'Text of somebody'), { reason: 'RelayPayloadRejected', isGone: false }],
    [200, result('retryable', 'Text of somebody'), { outcome: 'retryable', reason: 'RelayUnavailable' }],
    [200, 'hello', { outcome: 'retryable', reason: 'RelayUnavailable' }],
    [200, { outcome: 'great' }, { outcome: 'retryable', reason: 'RelayUnavailable' }],
    [302, '', { outcome: 'retryable', reason: 'RelayUnavailable' }],
    [400, result('permanent', 'InvalidRequest'), { outcome: 'permanent', reason: 'RelayPayloadRejected' }],
    [404, 'not found', { outcome: 'permanent', reason: 'RelayPayloadRejected' }],
    [408, result('retryable', 'RequestTimeout'), { outcome: 'retryable', reason: 'RequestTimeout' }],
    [410, result('permanent', 'Unregistered', true), { outcome: 'permanent', reason: 'RelayPayloadRejected' }],
    [429, result('retryable', 'RateLimited'), { outcome: 'retryable', reason: 'RateLimited' }],
    [500, '', { outcome: 'retryable', reason: 'RelayUnavailable' }],
    [503, result('retryable', 'RelayBusy'), { outcome: 'retryable', reason: 'RelayBusy' }],
    [503, result('permanent', 'RelayNotConfigured'), { outcome: 'permanent', reason: 'RelayNotConfigured' }],
  ])('answers %i %j', (status, body, expected) => {
    expect(judge(status, body)).toMatchObject(expected)
  })

  it('is asked again when it says, within the life of a notification', () => {
    expect(judge(429, '', { 'retry-after': '60' }).retryAfter).toBe(60)
    expect(judge(503, '', { 'retry-after': '999999' }).retryAfter).toBe(1800)
    expect(judge(503, '', { 'retry-after': 'Wed, 21 Oct 2026 07:28:00 GMT' }).retryAfter).toBeUndefined()
  })
})
