import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { Report, streamWindow } from '@svc/protocol'
import { report, systemInfo } from '@svc/protocol/testing'
import WebSocket from 'ws'
import type { Family } from './family.ts'
import { enrol } from './fleet/enrol.ts'
import type { Session } from './fleet/session.ts'
import { infoLine, limitLine, ratioLine } from './line.ts'
import { percentile } from './statistics.ts'
import { startServer } from './svc-server.ts'

const linesPerSecond = 20_000
const linesPerBatch = 50
const mib = 2 ** 20
const dockerBit = 128
const padding = 'a line of an access log with an address, a path and some numbers '.padEnd(90, '.')

const socketUrl = (base: URL, path: string) => {
  const url = new URL(path, base)
  url.protocol = 'ws:'
  return url
}

/** An agent whose containers log as fast as they should. Like ours, it drops lines that nobody takes, and counts them. */
async function startLoggingAgent(base: URL, token: string) {
  const socket = new WebSocket(socketUrl(base, '/api/agent/ws'), { headers: { authorization: `Bearer ${token}` } })
  const streams = new Map<string, { available: number; dropped: number }>()
  const send = (message: object) => socket.send(JSON.stringify(message))
  const connected = Promise.withResolvers<void>()
  let timer: NodeJS.Timeout | undefined
  let reports: NodeJS.Timeout | undefined

  const batch = (session_id: string, stream: { available: number; dropped: number }) => {
    if (stream.available <= 0) {
      stream.dropped += linesPerBatch
      return
    }
    const timestamp = new Date().toISOString()
    const message = `${performance.now()} ${padding}\n`
    const entries = Array.from({ length: linesPerBatch }, () => ({ timestamp, stream: 'stdout', message }))
    const frame = JSON.stringify({ type: 'docker_log', session_id, entries, dropped: stream.dropped })
    stream.available -= Buffer.byteLength(frame)
    stream.dropped = 0
    socket.send(frame)
  }

  /** Batches that are due since the last tick, at the rate of one container, for each stream. */
  const run = () => {
    const begun = performance.now()
    let batches = 0
    timer = setInterval(() => {
      const due = Math.floor((((performance.now() - begun) / 1000) * linesPerSecond) / linesPerBatch)
      for (; batches < due; batches++) for (const [id, stream] of streams) batch(id, stream)
    }, 5)
  }

  socket.on('message', (data) => {
    const message = JSON.parse(String(data)) as { type: string; session_id: string; id: string; bytes: number }
    if (message.type === 'welcome') {
      const facts = { agent_local_capabilities: dockerBit, features: ['docker', 'docker_extras'] }
      send(systemInfo({ ...facts, stream_window: streamWindow }))
      reports = setInterval(() => send({ type: Report.type, ...report() }), 3000)
    }
    if (message.type === 'ack') connected.resolve()
    if (message.type === 'docker_logs_start') streams.set(message.session_id, { available: streamWindow, dropped: 0 })
    if (message.type === 'docker_logs_stop') streams.delete(message.session_id)
    const stream = message.type === 'stream_credit' ? streams.get(message.id) : undefined
    if (stream) stream.available += message.bytes
  })
  await connected.promise
  run()
  return {
    close() {
      clearInterval(timer)
      clearInterval(reports)
      socket.terminate()
    },
  }
}

/** A browser that follows the log of a container. */
async function follow(admin: Session, serverId: string): Promise<WebSocket> {
  const url = socketUrl(admin.url, `/api/ws/docker/logs/${serverId}`)
  const socket = new WebSocket(url, { headers: { cookie: admin.cookie, origin: admin.url.origin } })
  await once(socket, 'open')
  socket.send(JSON.stringify({ type: 'subscribe', container_id: 'web' }))
  return socket
}

/** Logs of a busy container: their delay, and the memory they take while another browser does not read. */
export const docker: Family = {
  name: 'docker',
  async run({ quick, note }) {
    const seconds = quick ? 15 : 60
    const server = await startServer()
    try {
      const admin = await server.admin()
      const [host] = await enrol(admin, 1)
      if (!host) throw new Error('no agent was enrolled')
      const agent = await startLoggingAgent(admin.url, host.token)
      const [reader, stuck] = [await follow(admin, host.server_id), await follow(admin, host.server_id)]
      stuck.pause()
      const delays: number[] = []
      let [lines, dropped] = [0, 0]
      reader.on('message', (data) => {
        const now = performance.now()
        const message = JSON.parse(String(data)) as { entries?: { message: string }[]; dropped?: number }
        const [first] = message.entries ?? []
        if (!first) return
        delays.push(now - Number.parseFloat(first.message))
        lines += message.entries?.length ?? 0
        dropped += message.dropped ?? 0
      })
      note('letting it log')
      // Within a minute the heap grows to where V8 collects it, and stays there.
      await sleep(seconds * 1000)
      const before = { bytes: server.program.anonymousBytes(), cpu: server.program.cpuSeconds(), at: performance.now() }
      delays.length = 0
      lines = 0
      await sleep(seconds * 1000)
      const elapsed = (performance.now() - before.at) / 1000
      const after = server.program.anonymousBytes()
      const cpu = ((server.program.cpuSeconds() - before.cpu) / elapsed) * 100
      for (const socket of [reader, stuck]) socket.terminate()
      agent.close()
      return [
        limitLine(
          { name: 'log line to browser, p99, at 20,000 lines/s', value: percentile(delays, 0.99), unit: 'ms' },
          { max: 250 },
        ),
        limitLine(
          { name: 'log lines that arrive, per second', value: lines / elapsed, unit: '' },
          { min: linesPerSecond * 0.98 },
        ),
        ratioLine(
          {
            name: 'server memory with logs, one browser does not read: end / begin',
            value: after / mib,
            baseline: before.bytes / mib,
            unit: 'MB',
          },
          { max: 1.15 },
        ),
        infoLine({ name: 'server CPU at 20,000 log lines/s', value: cpu, unit: '%' }),
        infoLine({ name: 'log lines that were dropped for the reader', value: dropped, unit: '' }),
      ]
    } finally {
      await server.close()
    }
  },
}
