import { readdirSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { arch, cpus, release } from 'node:os'
import { join } from 'node:path'
import type { AgentParts, Sampler } from '@svc/agent-sdk'
import { linuxCpu } from './cpu-shares.ts'
import { makeDisk } from './disk.ts'
import { makeDiskIo } from './disk-io.ts'
import { architectureOf, detectVirtualization, osName, parseCpuinfo } from './facts.ts'
import { makeInterfaces } from './interfaces.ts'
import { type KernelFile, openKernelFile } from './kernel-file.ts'
import { linuxNetwork, parseNetDev } from './network.ts'
import { makePressure } from './pressure.ts'
import { makeTemperature } from './temperature.ts'

export interface LinuxOptions extends HostOptions {
  /** prefix of /proc, /sys and /etc; empty for this host */
  readonly root?: string
  readonly now?: () => number
}

/** Metrics and facts of a Linux host, read from /proc and /sys. */
export function makeLinux({ temperature, root = '', now = performance.now.bind(performance) }: LinuxOptions): Host {
  const at = (path: string) => join(root || '/', path)
  const files: KernelFile[] = []
  const file = (path: string) => {
    const opened = openKernelFile(at(path))
    files.push(opened)
    return opened
  }
  const meminfo = file('/proc/meminfo')
  const netDev = file('/proc/net/dev')
  const disk = makeDisk(file('/proc/self/mountinfo'))
  const sensors = temperature ? makeTemperature(at('/sys')) : undefined
  const text = (path: string) => readFile(at(path), 'utf8').catch(() => null)
  let virtualization: Promise<string | null> | undefined

  return {
    samplers: [
      linuxCpu(file('/proc/stat')),
      makeMemory(meminfo),
      makeLoad(file('/proc/loadavg')),
      makeUptime(file('/proc/uptime')),
      linuxNetwork(netDev, at('/sys/class/net'), now),
      makeInterfaces(() => {
        const read = netDev.read()
        return read === null ? null : parseNetDev(read)
      }, now),
      makePressure((kind) => file(`/proc/pressure/${kind}`)),
      makeConnections(file('/proc/net/sockstat'), file('/proc/net/sockstat6')),
      makeProcesses(at('/proc')),
      disk.sampler,
      makeDiskIo({ diskstats: file('/proc/diskstats'), sysBlock: at('/sys/block'), now }),
      ...(sensors ? [sensors] : []),
    ],
    async facts() {
      virtualization ??= detectVirtualization(root)
      const [space, cpuinfo, hostRelease, etc, usr] = await Promise.all([
        disk.space(),
        text('/proc/cpuinfo'),
        text('/host/etc/os-release'),
        text('/etc/os-release'),
        text('/usr/lib/os-release'),
      ])
      const processor = parseCpuinfo(cpuinfo ?? '')
      const memory = parseMeminfo(meminfo.read() ?? '')
      return {
        cpu_name: processor.name ?? cpus()[0]?.model ?? 'unknown',
        cpu_cores: processor.cores || cpus().length,
        cpu_arch: architectureOf(arch()),
        os: osName(hostRelease, etc ?? usr),
        kernel_version: release(),
        mem_total: memory?.total ?? 0,
        swap_total: memory?.swapTotal ?? 0,
        disk_total: space.total,
        virtualization: await virtualization,
      }
    },
    close() {
      for (const opened of files) opened.close()
      sensors?.close()
    },
  }
}

/** The metrics and facts a platform provides. */
export interface Host {
  readonly samplers: readonly Sampler[]
  readonly facts: NonNullable<AgentParts['facts']>
  close(): void
}

export interface HostOptions {
  /** whether to read temperature sensors */
  readonly temperature: boolean
}

/** Bytes. */
export interface Memory {
  readonly total: number
  readonly used: number
  readonly swapTotal: number
  readonly swapUsed: number
  /** null without the columns of present kernels */
  readonly breakdown: {
    readonly free: number
    readonly buffers: number
    readonly cached: number
    readonly shared: number
  } | null
}

/** Parses /proc/meminfo. Kernels before 3.14 lack MemAvailable; free and reclaimable memory is used instead. */
export function parseMeminfo(text: string): Memory | null {
  const bytes = (name: string): number | undefined => {
    const kilobytes = new RegExp(`^${name}: +(\\d+) kB$`, 'm').exec(text)?.[1]
    return kilobytes === undefined ? undefined : Number(kilobytes) * 1024
  }
  const total = bytes('MemTotal')
  if (total === undefined) return null
  const droppable = (bytes('MemFree') ?? 0) + (bytes('Buffers') ?? 0) + (bytes('Cached') ?? 0)
  const swapTotal = bytes('SwapTotal') ?? 0
  const shared = bytes('Shmem')
  return {
    total,
    used: Math.max(total - (bytes('MemAvailable') ?? droppable), 0),
    swapTotal,
    swapUsed: Math.max(swapTotal - (bytes('SwapFree') ?? swapTotal), 0),
    breakdown:
      shared === undefined
        ? null
        : {
            free: bytes('MemFree') ?? 0,
            buffers: bytes('Buffers') ?? 0,
            // The kernel counts shared memory as cache, but it cannot be dropped.
            cached: Math.max((bytes('Cached') ?? 0) + (bytes('SReclaimable') ?? 0) - shared, 0),
            shared,
          },
  }
}

export const makeMemory = (meminfo: KernelFile): Sampler => ({
  name: 'memory',
  sample() {
    const memory = parseMeminfo(meminfo.read() ?? '')
    if (!memory) return {}
    const used = { mem_used: memory.used, swap_used: memory.swapUsed }
    if (!memory.breakdown) return used
    const { free, buffers, cached, shared } = memory.breakdown
    return { ...used, mem_free: free, mem_buffers: buffers, mem_cached: cached, mem_shared: shared }
  },
})

/** Parses /proc/loadavg. */
export function parseLoadavg(text: string): { load1: number; load5: number; load15: number } | null {
  const [load1, load5, load15] = text.split(' ', 3).map(Number.parseFloat)
  if (load1 === undefined || load5 === undefined || load15 === undefined) return null
  return [load1, load5, load15].every(Number.isFinite) ? { load1, load5, load15 } : null
}

export const makeLoad = (loadavg: KernelFile): Sampler => ({
  name: 'load',
  sample: () => parseLoadavg(loadavg.read() ?? '') ?? {},
})

/** Parses /proc/uptime: whole seconds since boot. */
export function parseUptime(text: string): number | null {
  const seconds = Number.parseFloat(text)
  return Number.isFinite(seconds) && seconds >= 0 ? Math.trunc(seconds) : null
}

export const makeUptime = (uptime: KernelFile): Sampler => ({
  name: 'uptime',
  sample() {
    const seconds = parseUptime(uptime.read() ?? '')
    return seconds === null ? {} : { uptime: seconds }
  },
})

/** Reads a counter from a line such as `TCP: inuse 12 orphan 0 tw 3 alloc 14 mem 2`. */
function readCounter(text: string, protocol: string, name: string): number {
  const line = new RegExp(`^${protocol}: (.*)$`, 'm').exec(text)?.[1] ?? ''
  return Number(new RegExp(`(?:^| )${name} (\\d+)`).exec(line)?.[1] ?? 0)
}

/**
 * Socket counts from /proc/net/sockstat and sockstat6. TCP sockets count in every state, including LISTEN and TIME_WAIT.
 * On a busy host this is a thousand times faster than reading the socket tables.
 */
export function parseSockstat(v4: string, v6: string): { tcp_conn: number; udp_conn: number } {
  return {
    // The first file counts TIME_WAIT sockets of both families.
    tcp_conn: readCounter(v4, 'TCP', 'inuse') + readCounter(v4, 'TCP', 'tw') + readCounter(v6, 'TCP6', 'inuse'),
    udp_conn: readCounter(v4, 'UDP', 'inuse') + readCounter(v6, 'UDP6', 'inuse'),
  }
}

export const makeConnections = (v4: KernelFile, v6: KernelFile): Sampler => ({
  name: 'connections',
  sample() {
    const text = v4.read()
    return text === null ? {} : parseSockstat(text, v6.read() ?? '')
  },
})

/** Counts the processes among the entries of /proc. */
export const countProcesses = (entries: readonly string[]): number =>
  entries.reduce((count, name) => (/^\d+$/.test(name) ? count + 1 : count), 0)

/** Number of processes. /proc/loadavg would be cheaper, but counts threads. */
export const makeProcesses = (proc: string): Sampler => ({
  name: 'processes',
  sample: () => ({ process_count: countProcesses(readdirSync(proc)) }),
})
