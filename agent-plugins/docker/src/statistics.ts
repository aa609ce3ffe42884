import { totalmem } from 'node:os'
import type { ContainerStats } from '@svc/plugin-docker/wire'
import { countOf, type Json, listOf, objectOf, textOf } from './json.ts'

/** The counters of one moment, from which rates follow. */
export interface CpuSample {
  /** nanoseconds that the container used */
  readonly used: number
  /** nanoseconds that all cores of the host used, idle time included; 0 if the daemon does not say */
  readonly system: number
  readonly cores: number
  /** epoch milliseconds */
  readonly at: number
}

export function cpuSampleOf(stats: Json): CpuSample {
  const cpu = objectOf(stats.cpu_stats)
  const usage = objectOf(cpu.cpu_usage)
  const perCore = Array.isArray(usage.percpu_usage) ? usage.percpu_usage.length : 0
  return {
    used: countOf(usage.total_usage),
    system: countOf(cpu.system_cpu_usage),
    cores: countOf(cpu.online_cpus) || perCore || 1,
    at: Date.parse(textOf(stats.read)) || 0,
  }
}

/**
 * Percent of one core between two samples, as `docker stats` computes it. Without a sample before, or if the container
 * was restarted since, the average since its start.
 */
export function cpuPercent(now: CpuSample, before: CpuSample | undefined, startedAtMs: number): number {
  const isSameRun = before !== undefined && before.used <= now.used && before.at >= startedAtMs
  const used = isSameRun ? now.used - before.used : now.used
  const system = isSameRun && before.system > 0 ? now.system - before.system : 0
  if (system > 0) return (used / system) * now.cores * 100
  const elapsedNs = (now.at - (isSameRun ? before.at : startedAtMs)) * 1e6
  return elapsedNs > 0 ? (used / elapsedNs) * 100 : 0
}

/** Without the page cache, which the kernel frees when it needs memory: cgroup v1, cgroup v2, before Docker 19.03. */
function memoryUsage(memory: Json): number {
  const usage = countOf(memory.usage)
  const { total_inactive_file, inactive_file, cache } = objectOf(memory.stats)
  const cached = countOf(total_inactive_file ?? inactive_file ?? cache)
  return cached < usage ? usage - cached : usage
}

const sum = (values: readonly unknown[]) => countOf(values.reduce<number>((total, value) => total + countOf(value), 0))

function blockBytes(stats: Json, operation: 'read' | 'write'): number {
  // cgroup v1 says `Read`, cgroup v2 `read`
  const entries = listOf(objectOf(stats.blkio_stats).io_service_bytes_recursive)
  return sum(entries.filter(({ op }) => textOf(op).toLowerCase() === operation).map(({ value }) => value))
}

export function toStats(
  { id, name }: Pick<ContainerStats, 'id' | 'name'>,
  stats: Json,
  cpu: number,
  hostMemory: number = totalmem(),
): ContainerStats {
  const memory = objectOf(stats.memory_stats)
  const usage = memoryUsage(memory)
  // Without a limit, the daemon sends the memory of the host, or a number near 2^63.
  const limit = Math.min(countOf(memory.limit), hostMemory)
  const networks = Object.values(objectOf(stats.networks)).map(objectOf)
  return {
    id,
    name,
    cpu_percent: cpu,
    memory_usage: usage,
    memory_limit: limit,
    memory_percent: limit > 0 ? (usage / limit) * 100 : 0,
    network_rx: sum(networks.map(({ rx_bytes }) => rx_bytes)),
    network_tx: sum(networks.map(({ tx_bytes }) => tx_bytes)),
    block_read: blockBytes(stats, 'read'),
    block_write: blockBytes(stats, 'write'),
    pids: countOf(objectOf(stats.pids_stats).current),
  }
}
