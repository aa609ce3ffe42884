import { describe, expect, it } from 'vitest'
import { ApiError, addressKey, makeRateLimiter } from './index.ts'

describe('makeRateLimiter', () => {
  it('allows max attempts per window and returns Retry-After', () => {
    let now = 0
    const limiter = makeRateLimiter({ max: 2, windowMs: 60_000 }, { now: () => now })
    limiter.take('a')
    limiter.take('a')
    now = 15_500
    const error = (() => {
      try {
        limiter.take('a')
      } catch (error) {
        return error
      }
    })()
    expect(error).toBeInstanceOf(ApiError)
    expect(error).toMatchObject({ status: 429, code: 'TOO_MANY_REQUESTS', headers: { 'retry-after': '45' } })
    expect(() => limiter.take('b')).not.toThrow()
    now = 60_000
    expect(() => limiter.take('a')).not.toThrow()
  })

  it('gives single attempts back', () => {
    const limiter = makeRateLimiter({ max: 1, windowMs: 1000 }, { now: () => 0 })
    limiter.refund('a')
    limiter.take('a')
    limiter.refund('a')
    expect(limiter.windows()).toEqual([])
    limiter.take('a')
    expect(() => limiter.take('a')).toThrow('kernel.RETRY_AFTER')
  })

  it('allows everything with a limit of zero', () => {
    const limiter = makeRateLimiter({ max: 0, windowMs: 1000 }, { now: () => 0 })
    for (let i = 0; i < 100; i += 1) limiter.take('a')
    expect(limiter.windows()).toEqual([])
  })

  it('shows the windows that are open', () => {
    let now = 0
    const limiter = makeRateLimiter({ max: 2, windowMs: 1000 }, { now: () => now })
    expect(limiter.windows()).toEqual([])
    limiter.take('a')
    now = 400
    limiter.take('b')
    limiter.take('b')
    expect(() => limiter.take('b')).toThrow()
    limiter.take('c')
    limiter.forget('c')
    const b = { key: 'b', count: 2, startedAt: 400 }
    expect(limiter.windows()).toEqual([{ key: 'a', count: 1, startedAt: 0 }, b])
    now = 1000
    expect(limiter.windows()).toEqual([b])
    now = 1400
    expect(limiter.windows()).toEqual([])
  })
})

describe('addressKey', () => {
  it.each([
    ['192.0.2.1', '192.0.2.1'],
    ['::ffff:192.0.2.1', '192.0.2.1'],
    ['2001:db8:0:1:2:3:4:5', '2001:db8:0:1::/64'],
    ['2001:0DB8::1', '2001:db8:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
  ])('%s counts as %s', (ip, key) => expect(addressKey(ip)).toBe(key))
})
