import type { ServerStatus } from '@svc/protocol'
import { percentOf, type ServerState, stateOf } from './server-state.ts'

/** The server with the highest value of a metric. */
export interface Peak {
  readonly id: string
  readonly name: string
  /** percent */
  readonly value: number
}

/** A summary of all servers. Metrics include online servers only. */
export interface Fleet {
  readonly total: number
  readonly states: Readonly<Record<ServerState, number>>
  /** percent; NaN while none is online */
  readonly meanCpu: number
  readonly cpu: Peak | undefined
  readonly memory: Peak | undefined
  readonly disk: Peak | undefined
  /** bytes per second, sum of all servers */
  readonly netIn: number
  readonly netOut: number
}

const higher = (peak: Peak | undefined, { id, name }: ServerStatus, value: number): Peak | undefined =>
  Number.isFinite(value) && (!peak || value > peak.value) ? { id, name, value } : peak

export function fleetOf(servers: readonly ServerStatus[]): Fleet {
  const states = { online: 0, pending: 0, offline: 0 }
  let cpuSum = 0
  let netIn = 0
  let netOut = 0
  let cpu: Peak | undefined
  let memory: Peak | undefined
  let disk: Peak | undefined
  for (const server of servers) {
    states[stateOf(server)]++
    if (!server.online) continue
    cpuSum += server.cpu
    netIn += server.net_in_speed
    netOut += server.net_out_speed
    cpu = higher(cpu, server, server.cpu)
    memory = higher(memory, server, percentOf(server.mem_used, server.mem_total))
    disk = higher(disk, server, percentOf(server.disk_used, server.disk_total))
  }
  const meanCpu = states.online > 0 ? cpuSum / states.online : Number.NaN
  return { total: servers.length, states, meanCpu, cpu, memory, disk, netIn, netOut }
}
