import { randomUUID } from 'node:crypto'
import { encode, Report, SystemInfo } from '@svc/protocol'
import WebSocket from 'ws'
import { makeHost } from './host.ts'

export interface SimulatedAgentOptions {
  readonly socketUrl: string
  readonly index: number
  readonly token: string
  /** 0 to 1: where in the interval this agent reports */
  readonly phase: number
  onConnected(): void
  onDropped(reason: string): void
  /** called right before a report leaves */
  onReport?(netInTransfer: number): void
}

const waits = [1, 2, 4, 8, 16, 30]

/** A simulated agent: connects, answers Welcome with SystemInfo, reports at the given interval, reconnects after a drop. */
export function startAgent({ socketUrl, index, token, phase, ...events }: SimulatedAgentOptions): { stop(): void } {
  const host = makeHost(index)
  let socket: WebSocket | undefined
  let timer: NodeJS.Timeout | undefined
  let failures = 0
  let stopped = false

  const report = (seconds: number) => {
    if (socket?.readyState !== WebSocket.OPEN) return
    const payload = host.report(seconds)
    const frame = encode(Report, payload)
    events.onReport?.(payload.net_in_transfer)
    socket.send(frame)
  }

  const welcome = (seconds: number) => {
    failures = 0
    socket?.send(encode(SystemInfo, { msg_id: randomUUID(), ...host.facts() }))
    events.onConnected()
    clearTimeout(timer)
    timer = setTimeout(
      () => {
        report(seconds)
        timer = setInterval(() => report(seconds), seconds * 1000)
      },
      phase * seconds * 1000,
    )
  }

  const connect = () => {
    let reason = ''
    const current = new WebSocket(socketUrl, {
      headers: { authorization: `Bearer ${token}` },
      perMessageDeflate: false,
    })
    socket = current
    current.on('message', (data) => {
      const text = String(data)
      // Other messages are ignored unparsed: a fleet of thousands shares the CPU with the server.
      if (!text.includes('"welcome"')) return
      const message = JSON.parse(text) as { report_interval: number }
      welcome(message.report_interval)
    })
    current.on('error', (error) => {
      reason = error.message
    })
    current.on('close', (code) => {
      clearTimeout(timer)
      if (stopped) return
      events.onDropped(reason || `closed with ${code}`)
      const wait = (waits[Math.min(failures, waits.length - 1)] ?? 30) * (0.8 + Math.random() * 0.4)
      failures += 1
      timer = setTimeout(connect, wait * 1000)
    })
  }
  connect()

  return {
    stop() {
      stopped = true
      clearTimeout(timer)
      socket?.terminate()
    },
  }
}
