import type { AgentStream } from '@svc/plugin-enrollment/contract'
import { describe, expect, it, vi } from 'vitest'
import { type LogSocket, relayLog } from './log-relay.ts'

const entry = (message: string) => ({ timestamp: null, stream: 'stdout', message })
const request = { container_id: 'web', tail: 100, since: null, follow: true }

/** A browser that reads only when the test says so. */
function slowBrowser() {
  const waiting: (() => void)[] = []
  const sent: { entries: { message: string }[]; dropped?: number }[] = []
  const socket: LogSocket = {
    bufferedAmount: 0,
    send(data, _, done) {
      sent.push(JSON.parse(String(data)))
      if (done) waiting.push(done)
    },
  }
  return {
    sent,
    socket,
    setBacklog: (bytes: number) => Object.assign(socket, { bufferedAmount: bytes }),
    read() {
      for (const done of waiting.splice(0)) done()
    },
  }
}

/** A stream whose chunks the test hands out, and which counts how many were taken. */
function makeStream(count: number, onTake: (n: number) => void = () => {}) {
  const taken = { count: 0 }
  const stream = {
    ended: Promise.resolve({ error: null, code: null }),
    async *[Symbol.asyncIterator]() {
      for (let n = 0; n < count; n += 1) {
        taken.count += 1
        onTake(n)
        yield { entries: [entry(`line ${n}\n`)] }
      }
    },
  }
  return { taken, stream: stream as unknown as AgentStream }
}

const relay = (stream: AgentStream, features: string[], socket: LogSocket) => {
  const agents = { open: async () => stream as never, features: () => features }
  return relayLog({ agents, sentenceOf: String }, socket, 'server', request, new AbortController().signal)
}

describe('a browser that does not read', () => {
  it('makes our agents wait', async () => {
    const browser = slowBrowser()
    const { taken, stream } = makeStream(3)
    browser.setBacklog(300_000)
    const done = relay(stream, ['docker', 'docker_extras'], browser.socket)
    await vi.waitFor(() => expect(browser.sent).toHaveLength(1))
    expect(taken.count).toBe(1)
    browser.read()
    await vi.waitFor(() => expect(browser.sent).toHaveLength(2))
    expect(taken.count).toBe(2)
    browser.setBacklog(0)
    browser.read()
    expect(await done).toEqual({ error: null, code: null })
    expect(browser.sent.map(({ entries, dropped }) => [entries[0]?.message, dropped])).toEqual(
      [0, 1, 2].map((n) => [`line ${n}\n`, undefined]),
    )
  })

  it('loses the lines of peers, which do not wait, and is told how many', async () => {
    const browser = slowBrowser()
    const { stream } = makeStream(100, (n) => browser.setBacklog(n > 0 && n < 90 ? 300_000 : 0))
    await relay(stream, ['docker'], browser.socket)
    expect(browser.sent).toHaveLength(11)
    expect(browser.sent.slice(0, 3).map(({ entries, dropped }) => [entries[0]?.message, dropped])).toEqual([
      ['line 0\n', undefined],
      ['line 90\n', 89],
      ['line 91\n', undefined],
    ])
  })
})
