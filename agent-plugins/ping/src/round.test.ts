import fc from 'fast-check'
import { afterEach, describe, expect, it } from 'vitest'
import { closedPort, openHttp, openTcp, ownAddress, type TestServer } from '../test/servers.ts'
import type { Ping } from './ping.ts'
import { makeProgramPing } from './ping-program.ts'
import { makeProber } from './prober.ts'
import { makeResolver } from './resolve.ts'
import { sendRound, summarizeRound } from './round.ts'
import { makeSemaphore } from './semaphore.ts'

const testServers: TestServer[] = []
afterEach(async () => {
  for (const testServer of testServers.splice(0)) await testServer.close()
})
const own = ownAddress()
const never = new AbortController().signal

function make(ping: Ping = makeProgramPing({ command: 'ping' }), semaphore = makeSemaphore(4)) {
  const prober = makeProber({ ping, resolve: makeResolver(), semaphore, userAgent: '' })
  return (type: 'icmp' | 'tcp' | 'http', target: string, count: number, lengthMs: number, signal = never) =>
    sendRound(prober, { type, target }, { count, lengthMs }, signal)
}
const send = make()

describe('a round', () => {
  it('sends all packets in time', async () => {
    const testServer = await openTcp()
    const web = await openHttp((_, response) => void response.end())
    testServers.push(testServer, web)
    expect(await send('tcp', `${own}:${testServer.port}`, 4, 8000)).toMatchObject({ sent: 4, times: { length: 4 } })
    expect(await send('http', `http://${own}:${web.port}/`, 2, 8000)).toMatchObject({ sent: 2, times: { length: 2 } })
    expect([testServer.connections, web.connections]).toEqual([4, 2])
    expect(await send('icmp', own, 2, 5000)).toMatchObject({ sent: 2, times: { length: 2 } })
  })

  it('counts missing replies as lost', async () => {
    expect(await send('tcp', `${own}:${await closedPort()}`, 3, 8000)).toEqual({ sent: 3, times: [] })
    const fail = await openHttp((_, response) => void response.writeHead(503).end())
    testServers.push(fail)
    expect(await send('http', `http://${own}:${fail.port}/`, 2, 8000)).toEqual({ sent: 2, times: [] })
  })

  it('skips packets that do not fit into the round', async () => {
    const silent = await openHttp(() => {})
    testServers.push(silent)
    const round = await send('http', `http://${own}:${silent.port}/`, 20, 3000)
    expect(round?.times).toEqual([])
    expect(round?.sent).toBeGreaterThan(0)
    expect(round?.sent).toBeLessThan(20)
  })

  it.each([
    [20, 29_000, 20, 27_700],
    [20, 9000, 7, 8700],
    [10, 59_000, 10, 19_000],
    [1, 9000, 1, 2700],
  ])('of %i packets in %i ms requests %i packets with a timeout of %i ms', async (count, length, packets, limit) => {
    const orders: number[][] = []
    const ping: Ping = async (order) => {
      orders.push([order.count, order.timeoutMs])
      return { sent: undefined, times: [3], routerError: undefined, errorOutput: undefined }
    }
    expect(await make(ping)('icmp', own, count, length)).toEqual({ sent: packets, times: [3] })
    expect(orders).toEqual([[packets, limit]])
  })

  it.each([
    ['cannot be run', async () => Promise.reject(new Error('spawn EAGAIN'))],
    ['prints only errors', async () => ({ sent: undefined, times: [], routerError: undefined, errorOutput: 'no' })],
  ])('has no packets if the program %s', async (_, ping) => {
    expect(await make(ping)('icmp', own, 10, 29_000)).toEqual({ sent: 0, times: [] })
  })

  it('ignores surplus packets reported by the program', async () => {
    const ping: Ping = async () => ({
      sent: 4_000_000,
      times: [1, 2, 3],
      routerError: undefined,
      errorOutput: undefined,
    })
    expect(await make(ping)('icmp', own, 2, 29_000)).toEqual({ sent: 2, times: [1, 2] })
  })

  it('has no packets if the target cannot be resolved', async () => {
    for (const target of ['127.0.0.1', 'localhost', '[', 'does-not-exist.invalid']) {
      expect(await send('tcp', target, 3, 20_000)).toEqual({ sent: 0, times: [] })
    }
  })

  it('is undefined if this host had no time for it', async () => {
    const semaphore = makeSemaphore(1)
    const leave = await semaphore.acquire(never)
    const late = ['tcp', 'icmp'] as const
    const rounds = late.map((type) => make(undefined, semaphore)(type, own, 3, 200))
    await new Promise((resolve) => setTimeout(resolve, 250))
    leave()
    expect(await Promise.all(rounds)).toEqual([undefined, undefined])
  })

  it('ends at once when it is aborted', async () => {
    const testServer = await openTcp()
    testServers.push(testServer)
    for (const [type, target] of [
      ['tcp', `${own}:${testServer.port}`],
      ['icmp', own],
    ] as const) {
      const over = new AbortController()
      const ended = send(type, target, 20, 60_000, over.signal)
      setTimeout(() => over.abort(new Error('not wanted')), 100)
      await expect(ended).rejects.toThrow()
    }
  })
})

describe('the summary', () => {
  it('of a round without packets, and of one without replies', () => {
    const none = { avg_latency: null, min_latency: null, max_latency: null, packet_loss: 1, packet_received: 0 }
    expect(summarizeRound({ sent: 0, times: [] })).toEqual({ ...none, packet_sent: 0 })
    expect(summarizeRound({ sent: 7, times: [] })).toEqual({ ...none, packet_sent: 7 })
  })

  it('of a round', () => {
    expect(summarizeRound({ sent: 4, times: [1, 2.5, 4] })).toEqual({
      avg_latency: 2.5,
      min_latency: 1,
      max_latency: 4,
      packet_loss: 0.25,
      packet_sent: 4,
      packet_received: 3,
    })
  })

  it('has min <= avg <= max for any round', () => {
    const times = fc.array(fc.double({ min: 0, max: 10_000, noNaN: true }), { minLength: 1, maxLength: 20 })
    fc.assert(
      fc.property(times, fc.nat(10), (all, lost) => {
        const figures = summarizeRound({ sent: all.length + lost, times: all })
        const { avg_latency: avg, min_latency: min, max_latency: max } = figures
        expect((min ?? 0) - 0.001 <= (avg ?? 0) && (avg ?? 0) <= (max ?? 0) + 0.001).toBe(true)
        expect(figures.packet_loss).toBeCloseTo(lost / (all.length + lost))
      }),
    )
  })
})
