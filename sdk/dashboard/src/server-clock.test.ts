import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { noteServerTime, serverNow } from './server-clock.ts'

const at = Date.UTC(2030, 0, 1, 12, 0, 0, 400)
const date = (milliseconds: number) => new Date(milliseconds).toUTCString()
/** An answer from a server that is `ahead` milliseconds ahead of us, `way` milliseconds there and back. */
const answer = (ahead: number, way: number) => noteServerTime(date(at + ahead + way / 2), at, at + way)

beforeEach(() => {
  vi.useFakeTimers({ now: at, toFake: ['Date'] })
  answer(0, 0)
})
afterEach(() => void vi.useRealTimers())

describe('the time of the server', () => {
  it('is ours while the clocks agree, however slow the answers are', () => {
    for (const way of [0, 5, 900, 20_000]) {
      answer(0, way)
      expect(serverNow()).toBe(at)
    }
  })

  it.each([-3_600_000, -90_000, 90_000, 86_400_000])('is found when ours is %d ms off', (ahead) => {
    answer(ahead, 40)
    expect(Math.abs(serverNow() - (at + ahead))).toBeLessThanOrEqual(1000)
    const first = serverNow()
    // a slow answer says less, and takes nothing back
    answer(ahead, 5000)
    expect(serverNow()).toBe(first)
  })

  it('comes back when our clock was put right', () => {
    answer(90_000, 40)
    answer(0, 40)
    expect(serverNow()).toBe(at)
  })

  it('does not follow answers that make no sense', () => {
    for (const [text, asked, answered] of [
      [null, at, at],
      ['soon', at, at],
      [date(at), at, at - 5000],
    ] as const) {
      noteServerTime(text, asked, answered)
      expect(serverNow()).toBe(at)
    }
  })
})
