import type { Link } from '@svc/agent-sdk'
import { NetworkProbeResults, PingResult } from '@svc/plugin-probes/wire'
import type { MessageDef } from '@svc/protocol'
import { expect, it, vi } from 'vitest'
import { makeOutbox } from './outbox.ts'

const ping = (task_id: string) => ({
  task_id,
  latency: 1,
  success: true,
  error: null,
  time: '2026-01-01T00:00:00.000Z',
})
const round = (target_id: string) => ({
  target_id,
  avg_latency: 1,
  min_latency: 1,
  max_latency: 1,
  packet_loss: 0,
  packet_sent: 10,
  packet_received: 10,
  timestamp: '2026-01-01T00:00:00.000Z',
})

function makeLink() {
  const sent: [MessageDef, unknown][] = []
  const over = new AbortController()
  const link: Link = {
    write: async () => true,
    acknowledged: async () => true,
    send: (message, payload) => void sent.push([message, payload]),
    signal: over.signal,
  }
  return { link, sent, end: () => over.abort() }
}
const ids = (from: number, count: number) => Array.from({ length: count }, (_, index) => `${from + index}`)

it('sends pings immediately and batches rounds', async () => {
  const { link, sent } = makeLink()
  const outbox = makeOutbox({ collectMs: 1 })
  outbox.connected(link)
  outbox.ping(ping('a'))
  outbox.round(round('x'))
  outbox.round(round('y'))
  expect(sent).toEqual([[PingResult, ping('a')]])
  await vi.waitFor(() => expect(sent).toHaveLength(2))
  expect(sent[1]).toEqual([NetworkProbeResults, { results: [round('x'), round('y')] }])
  outbox.round(round('z'))
  await vi.waitFor(() => expect(sent).toHaveLength(3))
})

it('keeps the latest results while disconnected and sends them on reconnect', async () => {
  let time = 0
  const outbox = makeOutbox({ collectMs: 1, now: () => time })
  const first = makeLink()
  outbox.connected(first.link)
  first.end()
  outbox.ping(ping('old'))
  outbox.round(round('old'))
  time = 30_000
  for (const latency of [1, 2]) outbox.ping({ ...ping('a'), latency })
  for (const id of ids(0, 150)) outbox.round(round(id))
  outbox.round({ ...round('149'), packet_sent: 20 })
  await new Promise((resolve) => setTimeout(resolve, 5))
  expect(first.sent).toEqual([])
  time = 90_000
  const next = makeLink()
  outbox.connected(next.link)
  expect(next.sent).toEqual([
    [PingResult, { ...ping('a'), latency: 2 }],
    [NetworkProbeResults, { results: ids(0, 100).map(round) }],
    [NetworkProbeResults, { results: [...ids(100, 49).map(round), { ...round('149'), packet_sent: 20 }] }],
  ])
  outbox.connected(makeLink().link)
  expect(next.sent).toHaveLength(3)
})

it('clears its queue', () => {
  const outbox = makeOutbox()
  outbox.ping(ping('a'))
  outbox.round(round('x'))
  outbox.clear()
  const { link, sent } = makeLink()
  outbox.connected(link)
  expect(sent).toEqual([])
})
