import { readFile } from 'node:fs/promises'
import { arch, cpus, release } from 'node:os'
import { join } from 'node:path'
import { makeConnections } from './connections.ts'
import { linuxCpu } from './cpu.ts'
import { architectureOf, parseCpuinfo } from './cpu-info.ts'
import { makeDisk } from './disk.ts'
import { makeDiskIo } from './disk-io.ts'
import type { Host, HostOptions } from './host.ts'
import { type KernelFile, openKernelFile } from './kernel-file.ts'
import { makeLoad } from './load.ts'
import { makeMemory, parseMeminfo } from './memory.ts'
import { linuxNetwork } from './network.ts'
import { osName } from './os-release.ts'
import { makeProcesses } from './processes.ts'
import { makeTemperature } from './temperature.ts'
import { makeUptime } from './uptime.ts'
import { detectVirtualization } from './virtualization.ts'

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
      linuxNetwork(file('/proc/net/dev'), at('/sys/class/net'), now),
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
