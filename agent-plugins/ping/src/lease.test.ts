import type { Link } from '@svc/agent-sdk'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { makeLease } from './lease.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function makeLink() {
  const over = new AbortController()
  return {
    link: {
      send: () => {},
      write: async () => true,
      acknowledged: async () => true,
      signal: over.signal,
    } satisfies Link,
    end: () => over.abort(),
  }
}

it('expires after two minutes offline, or one minute after a reconnect without renewal', () => {
  const expired = vi.fn()
  const lease = makeLease(expired)
  const [first, next] = [makeLink(), makeLink()]
  lease.connected(first.link)
  lease.renew(first.link)
  vi.advanceTimersByTime(86_400_000)
  expect(expired).not.toHaveBeenCalled()
  first.end()
  vi.advanceTimersByTime(119_000)
  lease.connected(next.link)
  vi.advanceTimersByTime(59_000)
  expect(expired).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1000)
  expect(expired).toHaveBeenCalledTimes(1)
  next.end()
  vi.advanceTimersByTime(120_000)
  expect(expired).toHaveBeenCalledTimes(2)
})

it('is renewed by the first message of a connection, and ignores older connections that close late', () => {
  const expired = vi.fn()
  const lease = makeLease(expired)
  const [first, next] = [makeLink(), makeLink()]
  lease.renew(first.link)
  lease.connected(first.link)
  lease.renew(next.link)
  first.end()
  vi.advanceTimersByTime(86_400_000)
  expect(expired).not.toHaveBeenCalled()
  next.end()
  vi.advanceTimersByTime(120_000)
  expect(expired).toHaveBeenCalledTimes(1)
})

it('never expires after close', () => {
  const expired = vi.fn()
  const lease = makeLease(expired)
  const [first, other] = [makeLink(), makeLink()]
  lease.connected(first.link)
  lease.connected(other.link)
  first.end()
  lease.close()
  other.end()
  vi.advanceTimersByTime(86_400_000)
  expect(expired).not.toHaveBeenCalled()
})
