import { defineAgentPlugin } from '@svc/agent-sdk'
import { MissedReport, Ping, Pong, Report, ReportsKept, ReportsMissing, SystemInfo } from '@svc/protocol'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createTestAgent, type TestAgent, type TestAgentOptions } from './testing.ts'

vi.setConfig({ testTimeout: 60_000 })

const midnight = 1_767_225_600
const minute = (nth: number) => midnight + nth * 60

let agent: TestAgent | undefined
/** what the steady clock of the host shows; each sample takes half a minute of it */
let elapsed: number
let samples: number
let isOpen: boolean
beforeEach(() => {
  elapsed = 86_400_000
  samples = 0
  isOpen = true
})
afterEach(async () => {
  await agent?.close()
  agent = undefined
})

const counting = defineAgentPlugin({
  id: 'counting',
  setup: () => ({
    samplers: [
      {
        name: 'network',
        sample() {
          samples += 1
          elapsed += 30_000
          return { net_in_transfer: samples * 1_000, disk_io: [] }
        },
      },
    ],
  }),
})
const serverTime = () => midnight * 1000 + elapsed - 86_400_000

async function start({ timing, server, ...options }: Partial<TestAgentOptions> = {}) {
  agent = await createTestAgent({
    plugins: [counting],
    timing: { wait: () => 20, elapsed: () => elapsed, ...timing },
    server: { accepts: () => isOpen, serverTime, ...server },
    ...options,
  })
  return agent
}
const sampled = (count: number) => vi.waitFor(() => expect(samples).toBeGreaterThanOrEqual(count), 30_000)

/** Everything that was sent before has arrived. */
async function settled({ server }: TestAgent) {
  server.send(Ping, {})
  await server.next(Pong)
}
async function missed({ server }: TestAgent, count: number) {
  const found: [number, number | null | undefined, number][] = []
  for (let nth = 0; nth < count; nth++) {
    const { minute: of, seq, net_in_transfer } = await server.next(MissedReport)
    found.push([of, seq, net_in_transfer])
  }
  expect(server.queued(MissedReport)).toBe(0)
  return found
}

describe('after a reconnect', () => {
  it('the missed minutes are announced and sent with their original values', async () => {
    const running = await start()
    const { server } = running
    expect(await server.next(ReportsKept)).toMatchObject({ running_seconds: 0, minutes: [] })
    expect(await server.next(Report)).toMatchObject({ seq: 1, net_in_transfer: 1_000 })
    isOpen = false
    server.drop()
    await sampled(7)
    isOpen = true
    await server.connection(2)
    const { minutes, seq, running_seconds } = await server.next(ReportsKept)
    expect(minutes.slice(0, 4)).toEqual([minute(0), minute(1), minute(2), minute(3)].slice(0, minutes.length))
    expect(minutes.length).toBeGreaterThanOrEqual(3)
    expect(running_seconds).toBe(Number(seq) * 30)
    expect(server.queued(SystemInfo)).toBe(2)

    // The nth minute ends with sample 2n + 1: the one after it is already of the next one.
    server.send(ReportsMissing, { minutes: [minute(1), minute(2)] })
    expect(await missed(running, 2)).toEqual([
      [minute(1), 3, 3_000],
      [minute(2), 5, 5_000],
    ])
    server.sendRaw(`{"type":"reports_missing","minutes":[${Array.from({ length: 5_000 }, () => minute(0))}]}`)
    server.sendRaw('{"type":"reports_missing","minutes":["0"]}')
    server.send(ReportsMissing, { minutes: [minute(1), -60, minute(900), minute(0), minute(0)] })
    expect(await missed(running, 1)).toEqual([[minute(0), 1, 1_000]])
    await settled(running)
    expect(server.queued(MissedReport)).toBe(0)
    expect(running.counts.invalid).toBe(2)
    await server.next(Report)
  })

  it('reports sent on a dead connection are announced too', async () => {
    const running = await start({ timing: { wait: () => 20, elapsed: () => elapsed, deadPeer: 5_000 } })
    const { server } = running
    await server.next(ReportsKept)
    const socket = await server.connection(1)
    socket.pause()
    isOpen = false
    await sampled(7)
    isOpen = true
    await server.connection(2)
    const { minutes } = await server.next(ReportsKept)
    expect(minutes).toContain(minute(1))
    expect(server.queued(Report)).toBe(0)
    server.send(ReportsMissing, { minutes: [minute(1)] })
    expect(await missed(running, 1)).toEqual([[minute(1), 3, 3_000]])
  })

  it('nothing is announced if the server clock jumped', async () => {
    let jump = 0
    const { server } = await start({ server: { accepts: () => isOpen, serverTime: () => serverTime() + jump } })
    await server.next(ReportsKept)
    await sampled(3)
    jump = 86_400_000
    server.drop()
    expect(await server.next(ReportsKept)).toMatchObject({ minutes: [] })
    jump = Number.MAX_SAFE_INTEGER
    server.drop()
    await server.connection(3)
    await server.next(Report)
    expect(server.queued(ReportsKept)).toBe(0)
  })

  it('a server without server_time sees nothing new', async () => {
    agent = await createTestAgent({ plugins: [counting], timing: { wait: () => 20, elapsed: () => elapsed } })
    const { server } = agent
    await server.next(SystemInfo)
    await sampled(4)
    server.drop()
    await server.next(SystemInfo)
    server.send(ReportsMissing, { minutes: [minute(0), minute(1)] })
    await settled(agent)
    while (server.queued(Report) > 0) expect(Object.keys(await server.next(Report))).not.toContain('seq')
    expect(Object.keys(await server.next(Report))).not.toContain('seq')
    expect([server.queued(ReportsKept), server.queued(MissedReport)]).toEqual([0, 0])
  })
})
