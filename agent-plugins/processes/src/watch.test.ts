import type { Link } from '@svc/agent-sdk'
import { AgentProcessesUnavailable, Processes } from '@svc/plugin-processes/wire'
import type { MessageDef } from '@svc/protocol'
import { expect, it, vi } from 'vitest'
import type { Collect } from './collector.ts'
import { makeWatch, type WatchTiming, waitAfter } from './watch.ts'

const makeLog = () => {
  const ends: string[] = []
  const info = (text: string | object) => void ends.push(String(text))
  return { log: { debug() {}, info, warn() {}, error() {} }, ends }
}
const { log: quiet } = makeLog()
const timing: WatchTiming = { firstMs: 1, intervalMs: 1, timeoutMs: 1000 }
const list = { total: 1, partial: false, processes: [] }

function makeLink() {
  const sent: MessageDef[] = []
  const over = new AbortController()
  const link: Link = {
    send: (message) => void sent.push(message),
    write: async (message) => sent.push(message) > 0,
    acknowledged: async () => true,
    signal: over.signal,
  }
  return { link, sent, over }
}

function makeLooks(look: () => Promise<{ list: typeof list; busyMs: number }> = async () => ({ list, busyMs: 0 })) {
  const counts = { begun: 0, looks: 0 }
  const collector = (): Collect => {
    counts.begun += 1
    return async () => {
      counts.looks += 1
      return look()
    }
  }
  return { counts, collector }
}

it('stops when the server does not renew the request', async () => {
  let time = 0
  const { counts, collector } = makeLooks()
  const { link, sent } = makeLink()
  const { log, ends } = makeLog()
  const watch = makeWatch({ collector, log, now: () => time, timing })
  watch.start(link)
  await vi.waitFor(() => expect(sent.length).toBeGreaterThan(2))
  time = 900
  watch.start(link)
  time = 1800
  const before = sent.length
  await vi.waitFor(() => expect(sent.length).toBeGreaterThan(before))
  expect([counts.begun, ends]).toEqual([1, []])
  time = 2000
  await vi.waitFor(() => expect(ends).toEqual([expect.stringContaining('did not renew its request')]))
  watch.start(link)
  await vi.waitFor(() => expect(counts.begun).toBe(2))
  watch.stop()
})

it('reports unsupported systems and errors, and can be requested again', async () => {
  const { link, sent } = makeLink()
  makeWatch({ collector: undefined, log: quiet }).start(link)
  expect(sent).toEqual([AgentProcessesUnavailable])

  let isBroken = true
  const { collector } = makeLooks(async () => {
    if (isBroken) throw new Error('EACCES')
    return { list, busyMs: 0 }
  })
  const watch = makeWatch({ collector, log: quiet, timing })
  const other = makeLink()
  watch.start(other.link)
  await vi.waitFor(() => expect(other.sent).toEqual([AgentProcessesUnavailable]))
  isBroken = false
  await vi.waitFor(() => {
    watch.start(other.link)
    expect(other.sent).toContain(Processes)
  })
  watch.stop()
})

it('sends nothing when stopped during a snapshot', async () => {
  let resolve = (_: { list: typeof list; busyMs: number }) => {}
  const promise = new Promise<{ list: typeof list; busyMs: number }>((done) => {
    resolve = done
  })
  let looks = 0
  const { collector } = makeLooks(() => (++looks === 1 ? Promise.resolve({ list, busyMs: 0 }) : promise))
  const { link, sent } = makeLink()
  const watch = makeWatch({ collector, log: quiet, timing })
  watch.start(link)
  await vi.waitFor(() => expect(looks).toBe(2))
  watch.stop()
  resolve({ list, busyMs: 0 })
  await promise
  await new Promise(setImmediate)
  expect(sent).toEqual([])
})

it.each([
  [0, 3000],
  [30, 2970],
  [600, 2400],
  [1000, 4000],
])(
  'a look that took %i ms is followed by one %i ms later, so that it never takes more than a fifth of the time',
  (busy, wait) => {
    expect(waitAfter(busy, 3000)).toBe(wait)
  },
)
