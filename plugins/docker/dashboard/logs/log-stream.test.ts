import { expect, it } from 'vitest'
import { type LogSocket, LogStream } from './log-stream.ts'

/** abnormal closure */
const broken = { code: 1006 }

function makeStream(since?: string) {
  const sockets: (LogSocket & { sent: unknown[]; isClosed: boolean })[] = []
  const timers: { ms: number; run: () => void }[] = []
  const seen: { entries: string[]; dropped: number; statuses: string[] } = { entries: [], dropped: 0, statuses: [] }
  let last: string | undefined
  const stream = new LogStream(
    {
      connect() {
        const socket = {
          onmessage: null,
          onclose: null,
          sent: [] as unknown[],
          isClosed: false,
          send: (text: string) => socket.sent.push(JSON.parse(text)),
          close() {
            socket.isClosed = true
          },
        } as LogSocket & { sent: unknown[]; isClosed: boolean }
        sockets.push(socket)
        return socket
      },
      after(ms, run) {
        const timer = { ms, run }
        timers.push(timer)
        return () => timers.splice(timers.indexOf(timer), 1)
      },
      onEntries(entries, dropped) {
        seen.entries.push(...entries.map(({ message }) => message))
        seen.dropped += dropped
        last = entries.at(-1)?.timestamp ?? last
      },
      onStatus: (status, error) => seen.statuses.push(error ? `${status}: ${error}` : status),
    },
    { containerId: 'abc', tail: 500, since },
    () => last,
  )
  const socket = () => {
    const newest = sockets.at(-1)
    if (!newest) throw new Error('no socket was opened')
    return newest
  }
  const receive = (frame: object | string) =>
    socket().onmessage?.({ data: typeof frame === 'string' ? frame : JSON.stringify(frame) })
  const wait = () =>
    timers.splice(0).map(({ ms, run }) => {
      run()
      return ms
    })
  return { stream, sockets, timers, seen, socket, receive, wait }
}

const entry = (message: string, timestamp: string | null = null) => ({ stream: 'stdout', message, timestamp })

it('subscribes once the session is open and delivers what is valid', () => {
  const { stream, socket, receive, seen } = makeStream('1700000000')
  stream.start()
  receive({ type: 'session', session_id: 's' })
  expect(socket().sent).toEqual([
    { type: 'subscribe', container_id: 'abc', tail: 500, follow: true, since: '1700000000' },
  ])
  receive({ type: 'logs', entries: [entry('one\n'), { stream: 7 }, null, entry('two\n')], dropped: 4 })
  receive({ type: 'logs', entries: 'none' })
  receive('no JSON')
  receive('null')
  expect(seen).toEqual({ entries: ['one\n', 'two\n'], dropped: 4, statuses: ['connecting', 'live'] })
})

it('reconnects with backoff, and continues after the newest entry', () => {
  const { stream, socket, receive, seen, wait } = makeStream()
  stream.start()
  receive({ type: 'session' })
  expect(socket().sent).toEqual([{ type: 'subscribe', container_id: 'abc', tail: 500, follow: true }])
  receive({ type: 'logs', entries: [entry('one\n', '2026-11-23T10:00:00.000000001Z')] })
  socket().onclose?.(broken)
  expect(wait()).toEqual([1000])
  socket().onclose?.(broken)
  expect(wait()).toEqual([2000])
  receive({ type: 'session' })
  expect(socket().sent).toMatchObject([{ since: '2026-11-23T10:00:00.000000001Z' }])
  socket().onclose?.(broken)
  expect(wait()).toEqual([1000])
  expect(seen.statuses).toEqual(['connecting', 'live', 'lost', 'lost', 'live', 'lost'])
})

it('waits longer when another tab took its place', () => {
  const { stream, socket, receive, wait } = makeStream()
  stream.start()
  receive({ type: 'session' })
  socket().onclose?.({ code: 1008 })
  expect(wait()).toEqual([30_000])
})

it('waits at most 30 seconds', () => {
  const { stream, socket, wait } = makeStream()
  stream.start()
  const delays = Array.from({ length: 8 }, () => {
    socket().onclose?.(broken)
    return wait()[0]
  })
  expect(delays.at(-1)).toBe(30_000)
})

it('does not reconnect after the end, and says why', () => {
  const { stream, socket, receive, seen, timers } = makeStream()
  stream.start()
  receive({ type: 'session' })
  receive({ type: 'end', error: 'the container was removed' })
  expect(socket().isClosed).toBe(true)
  expect(socket().onclose).toBeNull()
  expect([timers, seen.statuses.at(-1)]).toEqual([[], 'ended: the container was removed'])
})

it('stop closes the socket and cancels the reconnect', () => {
  const { stream, socket, sockets, timers } = makeStream()
  stream.start()
  stream.stop()
  expect(socket().isClosed).toBe(true)
  stream.start()
  socket().onclose?.(broken)
  stream.stop()
  expect([timers, sockets.length]).toEqual([[], 2])
})
