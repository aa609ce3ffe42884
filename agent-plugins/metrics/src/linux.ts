import { readFile } from 'node:fs/promises'
import { arch, cpus, release } from 'node:os'
import { join } from 'node:path'
import { makeConnections } from './connections.js'
import { linuxCpu } from './cpu.js'
import { architectureOf, parseCpuinfo } from './cpu-info.js'
import { makeDisk } from './disk.js'
import { makeDiskIo } from './disk-io.js'
import type { Host, HostOptions } from './host.js'
import { type KernelFile, keepOpen } from './kernel-file.js'
import { makeLoad } from './load.js'
import { makeMemory, parseMeminfo } from './memory.js'
import { linuxNetwork } from './network.js'
import { osName } from './os-release.js'
import { makeProcesses } from './processes.js'
import { makeTemperature } from './temperature.js'
import { makeUptime } from './uptime.js'
import { detectVirtualization } from './virtualization.js'

export interface LinuxOptions extends HostOptions {
  /** where /proc, /sys and /etc are; empty for this host */
  readonly root?: string
  readonly now?: () => number
}

/** A Linux host, read from the kernel's own files. */
export function makeLinux({ temperature, root = '', now = performance.now.bind(performance) }: LinuxOptions): Host {
  const at = (path: string) => join(root || '/', path)
  const files: KernelFile[] = []
  const file = (path: string) => {
    const opened = keepOpen(at(path))
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
      const [space, cpuinfo, ofHost, etc, usr] = await Promise.all([
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
        os: osName(ofHost, etc ?? usr),
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
