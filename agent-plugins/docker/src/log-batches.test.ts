import type { LogEntry } from '@svc/plugin-docker/wire'
import { expect, it, vi } from 'vitest'
import { type LogBatch, LogBatches, type LogBatchesOptions } from './log-batches.ts'

const entry = (message: string | number): LogEntry => ({ timestamp: null, stream: 'stdout', message: String(message) })
const messages = (batches: readonly LogBatch[]) => batches.map(({ entries }) => entries.map(({ message }) => message))
const numbers = (from: number, to: number) => Array.from({ length: to - from }, (_, n) => String(from + n))

/** Batches that are recorded; while `isBlocked`, the receiver takes nothing. */
function start(options: Partial<LogBatchesOptions> = {}) {
  const sent: LogBatch[] = []
  let open = Promise.withResolvers<void>()
  open.resolve()
  const batches = new LogBatches({
    send: async (batch) => {
      await open.promise
      sent.push(batch)
    },
    ...options,
  })
  return {
    sent,
    batches,
    running: batches.run(),
    block() {
      open = Promise.withResolvers()
    },
    unblock: () => open.resolve(),
  }
}

it('are sent when they are full', async () => {
  const { sent, batches, running } = start({ maxEntries: 3, maxDelayMs: 1e6 })
  for (let n = 0; n < 7; n++) batches.push(entry(n))
  await vi.waitFor(() => expect(messages(sent)).toEqual([numbers(0, 3), numbers(3, 6)]))
  batches.end()
  await running
  expect(messages(sent)).toEqual([numbers(0, 3), numbers(3, 6), ['6']])
})

it('are sent soon after their first entry', async () => {
  const { sent, batches, running } = start({ maxDelayMs: 10 })
  batches.push(entry('a'))
  batches.push(entry('b'))
  await vi.waitFor(() => expect(messages(sent)).toEqual([['a', 'b']]))
  batches.push(entry('c'))
  await vi.waitFor(() => expect(messages(sent)).toEqual([['a', 'b'], ['c']]))
  batches.end()
  await running
})

it('drop and count what a slow receiver does not take, with bounded memory', async () => {
  const { sent, batches, running, block, unblock } = start({ maxEntries: 10, maxWaiting: 30 })
  block()
  for (let n = 0; n < 1_000; n++) batches.push(entry(n))
  unblock()
  await vi.waitFor(() => expect(sent).toHaveLength(3))
  batches.push(entry('later'))
  batches.end()
  await running
  expect(messages(sent)).toEqual([numbers(0, 10), numbers(10, 20), numbers(20, 30), ['later']])
  expect(sent.map(({ dropped }) => dropped)).toEqual([0, 0, 0, 970])
})

it('say at the end what was dropped last', async () => {
  const { sent, batches, running, block, unblock } = start({ maxWaitingBytes: 10 })
  block()
  batches.push(entry('12345678'))
  batches.push(entry('90abc'))
  batches.end()
  unblock()
  await running
  expect(sent).toEqual([
    { entries: [entry('12345678')], dropped: 0 },
    { entries: [], dropped: 1 },
  ])
})

it('are smaller than a frame', async () => {
  const { sent, batches, running } = start()
  for (let n = 0; n < 5; n++) batches.push(entry('x'.repeat(60_000)))
  batches.end()
  await running
  expect(sent.map(({ entries }) => entries.length)).toEqual([2, 2, 1])
})

it('tell a reader that would rather wait when there is room', async () => {
  const { sent, batches, running, block, unblock } = start({ maxEntries: 10, maxWaiting: 30 })
  block()
  let pushed = 0
  const reading = (async () => {
    for (; pushed < 100; pushed++) {
      batches.push(entry(pushed))
      await batches.room()
    }
    batches.end()
  })()
  await vi.waitFor(() => expect(pushed).toBe(15))
  unblock()
  await Promise.all([reading, running])
  expect(messages(sent).flat()).toEqual(numbers(0, 100))
})

it('end with the error of the receiver, and let a waiting reader go', async () => {
  const send = async () => {
    throw new Error('the connection ended')
  }
  const batches = new LogBatches({ send, maxEntries: 1, maxWaiting: 1 })
  const running = batches.run()
  batches.push(entry('a'))
  const waiting = batches.room()
  await expect(running).rejects.toThrow('the connection ended')
  await waiting
})
