import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { encode, Report, SystemInfo } from '@svc/protocol'
import WebSocket from 'ws'
import type { Enrolled } from '../fleet/enrol.ts'
import { makeHost } from '../fleet/host.ts'

const reportSeconds = 10

const resultOf = (target_id: string, timestamp: string) => {
  const avg_latency = Math.round(20_000 + Math.random() * 5000) / 1000
  return {
    ...{ target_id, avg_latency, min_latency: avg_latency - 1, max_latency: avg_latency + 2 },
    ...{ packet_loss: 0, packet_sent: 10, packet_received: 10, timestamp },
  }
}

async function connect(url: string, { token }: Enrolled, index: number) {
  const headers = { authorization: `Bearer ${token}` }
  const socket = new WebSocket(url, { headers, perMessageDeflate: false })
  const targets = new Promise<string[]>((resolve) => {
    socket.on('message', (data) => {
      const message = JSON.parse(String(data)) as { type: string; targets?: { target_id: string }[] }
      if (message.type === 'network_probe_sync') resolve((message.targets ?? []).map(({ target_id }) => target_id))
    })
  })
  await once(socket, 'open')
  const host = makeHost(index)
  socket.send(encode(SystemInfo, { msg_id: randomUUID(), ...host.facts() }))
  // a silent agent is disconnected after 30 seconds
  const report = () => socket.readyState === WebSocket.OPEN && socket.send(encode(Report, host.report(reportSeconds)))
  const timer = setInterval(report, reportSeconds * 1000)
  socket.once('close', () => clearInterval(timer))
  return { socket, targets: await targets }
}

/** Connects a fleet and waits for its targets. */
export async function connectAll(url: string, members: readonly Enrolled[]) {
  const agents: Awaited<ReturnType<typeof connect>>[] = []
  // one after the other, so that they do not all report at once
  for (const [index, member] of members.entries()) agents.push(await connect(url, member, index))
  return {
    /** Each agent reports one round for all its targets, spread over `seconds`. Resolves to the number of rounds. */
    async measure(seconds: number): Promise<number> {
      for (const { socket, targets } of agents) {
        const timestamp = new Date().toISOString()
        const results = targets.map((id) => resultOf(id, timestamp))
        socket.send(JSON.stringify({ type: 'network_probe_results', results }))
        await sleep((seconds * 1000) / agents.length)
      }
      return agents.reduce((sum, { targets }) => sum + targets.length, 0)
    },
    close() {
      for (const { socket } of agents) socket.terminate()
    },
  }
}
