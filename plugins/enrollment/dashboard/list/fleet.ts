import { countStates, type ServerState } from '@svc/dashboard-sdk'
import type { ServerStatus } from '@svc/protocol'
import { percentOf } from './percent-of.ts'

/** The server with the highest value of a metric. */
export interface Peak {
  readonly id: string
  readonly name: string
  /** percent */
  readonly value: number
}

/** Part of a whole, in bytes. */
export interface UsedShare {
  readonly used: number
  readonly total: number
}

const add = (sum: UsedShare, used: number, total: number): UsedShare =>
  total > 0 ? { used: sum.used + used, total: sum.total + total } : sum

/** A summary of all servers. Metrics include online servers only. */
export interface Fleet {
  readonly total: number
  readonly online: number
  readonly states: Readonly<Record<ServerState, number>>
  /** percent; NaN while none is online */
  readonly meanCpu: number
  readonly cpu: Peak | undefined
  readonly memory: Peak | undefined
  readonly disk: Peak | undefined
  /** of the servers whose total is known */
  readonly used: { readonly memory: UsedShare; readonly disk: UsedShare }
  /** bytes per second, sum of all servers */
  readonly netIn: number
  readonly netOut: number
}

const higher = (peak: Peak | undefined, { id, name }: ServerStatus, value: number): Peak | undefined =>
  Number.isFinite(value) && (!peak || value > peak.value) ? { id, name, value } : peak

export function fleetOf(servers: readonly ServerStatus[]): Fleet {
  let online = 0
  let cpuSum = 0
  let usedMemory: UsedShare = { used: 0, total: 0 }
  let usedDisk = usedMemory
  let netIn = 0
  let netOut = 0
  let cpu: Peak | undefined
  let memory: Peak | undefined
  let disk: Peak | undefined
  for (const server of servers) {
    if (!server.online) continue
    online += 1
    cpuSum += server.cpu
    usedMemory = add(usedMemory, server.mem_used, server.mem_total)
    usedDisk = add(usedDisk, server.disk_used, server.disk_total)
    netIn += server.net_in_speed
    netOut += server.net_out_speed
    cpu = higher(cpu, server, server.cpu)
    memory = higher(memory, server, percentOf(server.mem_used, server.mem_total))
    disk = higher(disk, server, percentOf(server.disk_used, server.disk_total))
  }
  const meanCpu = online > 0 ? cpuSum / online : Number.NaN
  return {
    total: servers.length,
    online,
    states: countStates(servers),
    meanCpu,
    cpu,
    memory,
    disk,
    used: { memory: usedMemory, disk: usedDisk },
    netIn,
    netOut,
  }
}
