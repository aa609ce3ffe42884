import { setTimeout as sleep } from 'node:timers/promises'
import { Report, streamWindow } from '@svc/protocol'
import { report, systemInfo } from '@svc/protocol/testing'
import WebSocket from 'ws'
import type { Family } from './family.ts'
import { type Enrolled, enrol } from './fleet/enrol.ts'
import type { Session } from './fleet/session.ts'
import { infoLine, ratioLine } from './line.ts'
import { median } from './statistics.ts'
import { startServer } from './svc-server.ts'

const execBit = 2
/** how long the command takes on a host, milliseconds */
const durationMs = 1000
const output = 'a line of output that a command prints\n'.repeat(25)
const pollMs = 10

/** A host that runs every command for the same time. */
async function startHost(base: URL, { token }: Enrolled) {
  const url = new URL('/api/agent/ws', base)
  url.protocol = 'ws:'
  const socket = new WebSocket(url, { headers: { authorization: `Bearer ${token}` }, perMessageDeflate: false })
  const send = (message: object) => {
    if (socket.readyState === WebSocket.OPEN) socket.send(JSON.stringify(message))
  }
  const connected = Promise.withResolvers<void>()
  const reports = setInterval(() => send({ type: Report.type, ...report() }), 10_000)
  socket.on('error', connected.reject)
  socket.on('message', (data) => {
    const message = JSON.parse(String(data)) as { type: string; task_id: string; command: string }
    const { task_id } = message
    if (message.type === 'welcome') send(systemInfo({ agent_local_capabilities: execBit, stream_window: streamWindow }))
    if (message.type === 'ack') connected.resolve()
    if (message.type !== 'exec') return
    const end = () => send({ type: 'task_result', msg_id: task_id, task_id, output, exit_code: 0, end: 'exited' })
    if (message.command === 'true') end()
    else setTimeout(end, durationMs)
  })
  await connected.promise
  return {
    close() {
      clearInterval(reports)
      socket.terminate()
    },
  }
}

interface Task {
  readonly id: string
  readonly last_run: { readonly state: string; readonly succeeded: number } | null
}

/** Runs a command on servers. Returns the milliseconds until all results are there. */
async function runOn(admin: Session, servers: readonly Enrolled[], command: string): Promise<number> {
  const server_ids = servers.map(({ server_id }) => server_id)
  const began = performance.now()
  const { id } = await admin.call<Task>('POST', '/api/tasks', { command, server_ids })
  for (;;) {
    const { last_run } = await admin.call<Task>('GET', `/api/tasks/${id}`)
    if (last_run?.state === 'finished') {
      if (last_run.succeeded !== servers.length) throw new Error(`only ${last_run.succeeded} servers succeeded`)
      return performance.now() - began
    }
    await sleep(pollMs)
  }
}

/** A command on a whole fleet, compared with the same on one server. */
export const tasks: Family = {
  name: 'tasks',
  async run({ quick, note }) {
    const size = 500
    const turns = quick ? 3 : 9
    const server = await startServer()
    try {
      const admin = await server.admin()
      note(`enrolling ${size} servers`)
      const fleet = await enrol(admin, size)
      const hosts = await Promise.all(fleet.map((member) => startHost(admin.url, member)))
      note('running commands')
      const one = { long: [] as number[], short: [] as number[] }
      const all = { long: [] as number[], short: [] as number[] }
      await runOn(admin, fleet, 'true')
      const cpuBefore = server.program.cpuSeconds()
      for (let turn = 0; turn < turns; turn++) {
        one.long.push(await runOn(admin, fleet.slice(0, 1), 'work'))
        all.long.push(await runOn(admin, fleet, 'work'))
        one.short.push(await runOn(admin, fleet.slice(0, 1), 'true'))
        all.short.push(await runOn(admin, fleet, 'true'))
      }
      const cpu = server.program.cpuSeconds() - cpuBefore
      for (const host of hosts) host.close()
      return [
        ratioLine(
          {
            name: `all results of a command of 1 s: ${size} servers / one`,
            value: median(all.long),
            baseline: median(one.long),
            unit: 'ms',
          },
          { max: 3 },
        ),
        infoLine({
          name: `the same of a command that ends at once`,
          value: median(all.short),
          baseline: median(one.short),
          unit: 'ms',
        }),
        infoLine({ name: 'server CPU per result', value: (cpu / (turns * 2 * (size + 1))) * 1000, unit: 'ms' }),
      ]
    } finally {
      await server.close()
    }
  },
}
