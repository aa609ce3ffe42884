import { latencyAt, reportAt } from './curves.ts'
import type { Host } from './hosts.ts'
import { infoOf } from './info.ts'
import { processesAt } from './processes.ts'

/** A connection to the server: the agent's end. */
export interface Link {
  send(message: object): void
}

type Message = Readonly<Record<string, unknown>> & { readonly type?: unknown }
type Timer = {
  after(ms: number, fn: () => void): () => void
  every(ms: number, fn: () => void): () => void
  now(): number
}

/** The agent of a simulated host on an open connection: it reports, measures latencies and lists processes. */
export function simulateHost(host: Host, link: Link, clock: Timer) {
  const stops = new Map<string, () => void>()
  let reportMs = 3000
  const repeat = (task: string, everyMs: number, work: () => void) => {
    stops.get(task)?.()
    work()
    stops.set(task, clock.every(everyMs, work))
  }
  const stop = (task: string) => {
    stops.get(task)?.()
    stops.delete(task)
  }

  const measure = (targets: readonly { target_id: string }[], packets: number) => {
    const now = clock.now()
    const results = targets.map(({ target_id }) => {
      const latency = latencyAt(host, target_id, now)
      const received = latency === null ? packets - 1 : packets
      const avg = latency ?? latencyAt(host, target_id, now + 30_000) ?? 20
      return {
        ...{ target_id, timestamp: new Date(now).toISOString(), avg_latency: avg },
        ...{ min_latency: avg * 0.97, max_latency: avg * 1.08 },
        ...{ packet_loss: 1 - received / packets, packet_sent: packets, packet_received: received },
      }
    })
    if (results.length > 0) link.send({ type: 'network_probe_results', results })
  }

  const ping = ({ task_id, target }: { task_id: string; target: string }) => {
    const latency = latencyAt(host, target, clock.now())
    const outcome = latency === null ? { latency: 0, success: false, error: 'timeout' } : { latency, success: true }
    link.send({ type: 'ping_result', task_id, error: null, time: new Date(clock.now()).toISOString(), ...outcome })
  }

  const handlers: Readonly<Record<string, (message: Message) => void>> = {
    welcome({ report_interval: seconds }) {
      reportMs = Number(seconds) * 1000
      link.send(infoOf(host))
    },
    ack: () => repeat('report', reportMs, () => link.send({ type: 'report', ...reportAt(host, clock.now()) })),
    network_probe_sync({ targets, interval, packet_count: packets }) {
      const all = targets as { target_id: string }[]
      repeat('probes', Number(interval) * 1000, () => measure(all, Number(packets)))
    },
    ping_tasks_sync({ tasks }) {
      const all = tasks as { task_id: string; target: string; interval: number }[]
      for (const task of [...stops.keys()].filter((key) => key.startsWith('ping '))) stop(task)
      for (const task of all) repeat(`ping ${task.task_id}`, task.interval * 1000, () => ping(task))
    },
    processes_start: () => repeat('processes', 3000, () => link.send(processesAt(host, clock.now()))),
    processes_stop: () => stop('processes'),
  }

  return {
    /** A message from the server; what it does not know it ignores, as agents do. */
    receive(message: Message) {
      handlers[String(message.type)]?.(message)
    },
    /** Its connection is closed. */
    close() {
      for (const task of [...stops.keys()]) stop(task)
    },
  }
}
