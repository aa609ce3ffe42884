import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { noteServerTime, serverNow } from './server-clock.ts'

const at = Date.UTC(2030, 0, 1, 12, 0, 0, 400)
const date = (milliseconds: number) => new Date(milliseconds).toUTCString()
/** A response of a server whose clock is `offset` ms ahead, with a round trip of `rtt` ms. */
const respond = (offset: number, rtt: number) => noteServerTime(date(at + offset + rtt / 2), at, at + rtt)

beforeEach(() => {
  vi.useFakeTimers({ now: at, toFake: ['Date'] })
  respond(0, 0)
})
afterEach(() => void vi.useRealTimers())

describe('the time of the server', () => {
  it('equals the local time while the clocks agree, even with slow responses', () => {
    for (const rtt of [0, 5, 900, 20_000]) {
      respond(0, rtt)
      expect(serverNow()).toBe(at)
    }
  })

  it.each([-3_600_000, -90_000, 90_000, 86_400_000])('is corrected when the local clock is %d ms off', (offset) => {
    respond(offset, 40)
    expect(Math.abs(serverNow() - (at + offset))).toBeLessThanOrEqual(1000)
    const first = serverNow()
    // a slow response is less precise and changes nothing
    respond(offset, 5000)
    expect(serverNow()).toBe(first)
  })

  it('recovers when the local clock is corrected', () => {
    respond(90_000, 40)
    respond(0, 40)
    expect(serverNow()).toBe(at)
  })

  it('ignores invalid responses', () => {
    for (const [text, sentAt, receivedAt] of [
      [null, at, at],
      ['soon', at, at],
      [date(at), at, at - 5000],
    ] as const) {
      noteServerTime(text, sentAt, receivedAt)
      expect(serverNow()).toBe(at)
    }
  })
})
