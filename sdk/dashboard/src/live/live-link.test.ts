import { describe, expect, test } from 'vitest'
import { backoff, LiveLink, type LiveStatus, type Socket } from './live-link.ts'

/** abnormal closure */
const broken = { code: 1006 }

/** A link with fake sockets and timers. */
function makeLink() {
  const sockets: (Socket & { closed: boolean })[] = []
  const timers: { ms: number; run: () => void }[] = []
  const seen: { statuses: LiveStatus[]; frames: unknown[]; doubts: number } = { statuses: [], frames: [], doubts: 0 }
  const link = new LiveLink({
    connect() {
      const socket = {
        onopen: null,
        onmessage: null,
        onclose: null,
        closed: false,
        close() {
          socket.closed = true
        },
      } as Socket & { closed: boolean }
      sockets.push(socket)
      return socket
    },
    onFrame: (data) => seen.frames.push(data),
    onStatus: (status) => seen.statuses.push(status),
    onSessionDoubt: () => seen.doubts++,
    after(ms, run) {
      const timer = { ms, run }
      timers.push(timer)
      return () => timers.splice(timers.indexOf(timer), 1)
    },
    random: () => 0.5,
  })
  const last = () => {
    const socket = sockets.at(-1)
    if (!socket) throw new Error('no socket was opened')
    return socket
  }
  const wait = () =>
    timers.splice(0).map(({ ms, run }) => {
      run()
      return ms
    })
  return { link, sockets, timers, seen, last, wait }
}

describe('the link', () => {
  test('forwards frames while open', () => {
    const { link, seen, last } = makeLink()
    link.start()
    last().onopen?.()
    last().onmessage?.({ data: 'x' })
    expect(seen).toMatchObject({ statuses: ['connecting', 'open'], frames: ['x'], doubts: 0 })
  })
  test('reconnects with backoff, which resets once connected', () => {
    const { link, seen, last, wait } = makeLink()
    link.start()
    last().onclose?.(broken)
    expect(wait()).toEqual([1000])
    last().onclose?.(broken)
    expect(wait()).toEqual([2000])
    last().onopen?.()
    last().onclose?.(broken)
    expect(wait()).toEqual([1000])
    expect(seen.doubts).toBe(2)
    expect(seen.statuses.at(-1)).toBe('lost')
  })
  test('replaces a silent socket', () => {
    const { link, sockets, seen, last, wait } = makeLink()
    link.start()
    last().onopen?.()
    last().onmessage?.({ data: 'x' })
    expect(wait()).toEqual([40_000])
    expect(seen.statuses.at(-1)).toBe('open')
    const silent = last()
    expect(wait()).toEqual([40_000])
    expect(seen.statuses.at(-1)).toBe('lost')
    expect(silent.closed).toBe(true)
    expect(wait()).toEqual([1000])
    expect(sockets).toHaveLength(2)
  })
  test('reports an ended credential and still reconnects', () => {
    const { link, sockets, seen, last, wait } = makeLink()
    link.start()
    last().onopen?.()
    last().onclose?.(broken)
    expect(seen.doubts).toBe(0)
    wait()
    last().onopen?.()
    last().onclose?.({ code: 4001 })
    expect(seen.doubts).toBe(1)
    expect(seen.statuses.at(-1)).toBe('lost')
    expect(wait()).toEqual([1000])
    expect(sockets).toHaveLength(3)
  })
  test('waits longer when another tab took its place', () => {
    const { link, last, wait } = makeLink()
    link.start()
    last().onopen?.()
    last().onclose?.({ code: 1008 })
    expect(wait()).toEqual([30_000])
    last().onopen?.()
    last().onclose?.(broken)
    expect(wait()).toEqual([1000])
  })
  test('does not reconnect after stop, when the session ended', () => {
    const { link, sockets, timers, last } = makeLink()
    link.start()
    last().onopen?.()
    last().onclose?.({ code: 4001 })
    link.stop()
    expect(timers).toEqual([])
    expect(sockets).toHaveLength(1)
  })
  test('start twice opens one socket', () => {
    const { link, sockets } = makeLink()
    link.start()
    link.start()
    expect(sockets).toHaveLength(1)
  })
  test('stop closes the socket for good', () => {
    const { link, sockets, timers, seen, last } = makeLink()
    link.start()
    last().onopen?.()
    const socket = last()
    link.stop()
    expect(socket.closed).toBe(true)
    expect(socket.onclose).toBeNull()
    expect(timers).toEqual([])
    expect(sockets).toHaveLength(1)
    expect(seen.statuses.at(-1)).toBe('connecting')
  })
  test('stop cancels a pending reconnect', () => {
    const { link, timers, last } = makeLink()
    link.start()
    last().onclose?.(broken)
    link.stop()
    expect(timers).toEqual([])
  })
  test('reconnectNow skips the delay, and does nothing while connected', () => {
    const { link, sockets, timers, last } = makeLink()
    link.start()
    link.reconnectNow()
    expect(sockets).toHaveLength(1)
    last().onclose?.(broken)
    link.reconnectNow()
    expect(sockets).toHaveLength(2)
    expect(timers).toEqual([])
  })
})

test('1 s doubling to 30 s', () => {
  expect([0, 1, 2, 3, 4, 5, 6, 1000].map((attempt) => backoff(attempt, () => 0.5))).toEqual([
    1000, 2000, 4000, 8000, 16_000, 30_000, 30_000, 30_000,
  ])
})

test('jitters by up to 20%', () => {
  expect(backoff(0, () => 0)).toBe(800)
  expect(backoff(0, () => 1)).toBe(1200)
  expect(backoff(9, () => 1)).toBe(36_000)
})
