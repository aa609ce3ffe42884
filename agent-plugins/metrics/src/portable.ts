import { arch, cpus, loadavg, uptime } from 'node:os'
import type { Sampler } from '@svc/agent-sdk'
import type { DiskIo, MountUsage } from '@svc/protocol'
import si from 'systeminformation'
import { type CpuTime, makeCpu } from './cpu.ts'
import { coresBetween } from './cpu-shares.ts'
import { architectureOf } from './facts.ts'
import { makeFetchedNetwork } from './fetched-network.ts'
import { makeInterfaces } from './interfaces.ts'
import type { Host, HostOptions } from './linux.ts'
import { isVirtualName, type Traffic } from './network.ts'

/** Interval for values that are expensive to read. */
const slowMs = 30_000

function cpuTime(): CpuTime {
  let busy = 0
  let idle = 0
  for (const { times } of cpus()) {
    busy += times.user + times.nice + times.sys + times.irq
    idle += times.idle
  }
  return { busy, total: busy + idle }
}

/** The usage of each core as `os` counts it. */
function makeCores(): Sampler {
  const read = (): CpuTime[] =>
    cpus().map(({ times: { user, nice, sys, irq, idle } }) => {
      const busy = user + nice + sys + irq
      return { busy, total: busy + idle }
    })
  let before = read()
  return {
    name: 'cores',
    sample() {
      const now = read()
      const cores = coresBetween(before, now)
      before = now
      return cores && cores.length > 0 ? { cores } : {}
    },
    reset() {
      before = read()
    },
  }
}

/** The volumes, each once. */
async function volumeSizes(): Promise<MountUsage[]> {
  const volumes = new Map((await si.fsSize()).map((volume) => [volume.fs, volume]))
  return [...volumes.values()]
    .filter(({ size }) => size > 0)
    .map(({ mount, type, size, available }) => ({
      ...{ path: mount, type, total: size, used: Math.max(size - available, 0) },
      ...{ inodes: null, inodes_used: null },
    }))
}

const sumSizes = (sizes: readonly MountUsage[]): { total: number; used: number } => ({
  total: sizes.reduce((sum, { total }) => sum + total, 0),
  used: sizes.reduce((sum, { used }) => sum + used, 0),
})

async function traffic(): Promise<Map<string, Traffic>> {
  const stats = await si.networkStats('*')
  return new Map(stats.map(({ iface, rx_bytes, tx_bytes }) => [iface, { in: rx_bytes, out: tx_bytes }]))
}

/** Rates of `fsStats`, which has the sum over all disks and none before its second reading; null where it has nothing. */
type VolumeRates = Readonly<Record<'rx_sec' | 'wx_sec', number | null>> | null

/** The rates under the mount point of the system volume. */
export function volumeIo(rates: VolumeRates | undefined): DiskIo[] | null {
  if (rates === null) return null
  const { rx_sec: read = null, wx_sec: write = null } = rates ?? {}
  if (read === null || write === null) return []
  const rate = (value: number) => Math.trunc(Math.max(value, 0))
  return [{ name: '/', read_bytes_per_sec: rate(read), write_bytes_per_sec: rate(write) }]
}

/** The hypervisor in lower case; null on hardware. */
export const hypervisorOf = ({ virtual, virtualHost }: { virtual?: boolean; virtualHost?: string }): string | null =>
  virtual
    ? virtualHost
        ?.trim()
        .toLowerCase()
        .replace(/[\s-]+/g, '') || 'vm'
    : null

const sampler = (name: string, sample: Sampler['sample']): Sampler => ({ name, sample })

/**
 * Metrics and facts of macOS, Windows and others, from `systeminformation`. It has the I/O rates of all disks together, and
 * none on Windows.
 */
export function makePortable({ temperature }: HostOptions): Host {
  const now = performance.now.bind(performance)
  const connections = makeBackgroundRefresh(() => si.networkConnections(), [], slowMs, now)
  const processes = makeBackgroundRefresh(async () => (await si.processes()).all, 0, slowMs, now)
  const volumes = makeBackgroundRefresh<VolumeRates | undefined>(() => si.fsStats(), undefined, slowMs, now)
  /** the last counters that were fetched */
  let counters: ReadonlyMap<string, Traffic> | null = null
  const count = (protocol: string) => connections().filter((one) => one.protocol.startsWith(protocol)).length
  return {
    samplers: [
      makeCpu(cpuTime),
      sampler('memory', async () => {
        const { total, available, swapused } = await si.mem()
        return { mem_used: Math.max(total - available, 0), swap_used: swapused }
      }),
      sampler('load', () => {
        const [load1 = 0, load5 = 0, load15 = 0] = loadavg()
        return { load1, load5, load15 }
      }),
      sampler('uptime', () => ({ uptime: Math.trunc(uptime()) })),
      makeFetchedNetwork({
        async fetch() {
          counters = await traffic()
          return new Map(counters)
        },
        pick: (names) => new Set(names.filter((name) => !isVirtualName(name))),
        now,
      }),
      sampler('connections', () => ({ tcp_conn: count('tcp'), udp_conn: count('udp') })),
      sampler('processes', () => ({ process_count: processes() })),
      sampler('disk-io', () => ({ disk_io: volumeIo(volumes()) })),
      sampler('disk', async () => {
        const mounts = await volumeSizes()
        return { disk_used: sumSizes(mounts).used, mounts }
      }),
      makeCores(),
      makeInterfaces(() => counters, now),
      ...(temperature
        ? [sampler('temperature', async () => ({ temperature: (await si.cpuTemperature()).main || null }))]
        : []),
    ],
    async facts() {
      const [cpu, os, memory] = await Promise.all([si.cpu(), si.osInfo(), si.mem()])
      const [disks, system] = await Promise.all([volumeSizes().then(sumSizes), si.system()])
      return {
        cpu_name: `${cpu.manufacturer} ${cpu.brand}`.trim(),
        cpu_cores: cpus().length,
        cpu_arch: architectureOf(arch()),
        os: [os.platform === 'darwin' ? 'macOS' : os.distro, os.release, os.codename].filter(Boolean).join(' '),
        kernel_version: os.kernel,
        mem_total: memory.total,
        swap_total: memory.swaptotal,
        disk_total: disks.total,
        virtualization: hypervisorOf(system),
      }
    },
    close() {},
  }
}

/**
 * Returns the latest value at once and fetches a new one in the background, at most every `everyMs`. Returns `initial`
 * until the first fetch completes.
 */
export function makeBackgroundRefresh<T>(
  fetchValue: () => Promise<T>,
  initial: T,
  everyMs: number,
  now: () => number,
): () => T {
  let value = initial
  let isFetching = false
  let nextAt = Number.NEGATIVE_INFINITY
  return () => {
    if (!isFetching && now() >= nextAt) {
      isFetching = true
      fetchValue()
        .then((found) => {
          value = found
        })
        .catch(() => {})
        .finally(() => {
          isFetching = false
          nextAt = now() + everyMs
        })
    }
    return value
  }
}
