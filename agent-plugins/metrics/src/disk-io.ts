import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Sampler } from '@svc/agent-sdk'
import type { DiskIo } from '@svc/protocol'
import type { KernelFile } from './kernel-file.ts'

/** Bytes read from and written to a device since boot. */
export interface DiskCounters {
  readonly read: number
  readonly written: number
}

/** The kernel always counts sectors of this size. */
const sectorBytes = 512

/** Parses /proc/diskstats, including partitions and virtual devices. */
export function parseDiskstats(text: string): Map<string, DiskCounters> {
  const devices = new Map<string, DiskCounters>()
  for (const line of text.split('\n')) {
    const columns = line.trim().split(/\s+/)
    const name = columns[2]
    const [read, written] = [Number(columns[5]), Number(columns[9])]
    if (name && Number.isFinite(read) && Number.isFinite(written)) {
      devices.set(name, { read: read * sectorBytes, written: written * sectorBytes })
    }
  }
  return devices
}

const virtual = /^(?:loop|dm-|ram|sr)/

/** Recognizes physical disks: partitions are not listed in /sys/block, virtual devices have no `device` there. */
function makeIsPhysical(sysBlock: string): (name: string) => boolean {
  const cache = new Map<string, boolean>()
  return (name) => {
    const cached = cache.get(name)
    if (cached !== undefined) return cached
    // `cciss/c0d0` is the folder `cciss!c0d0`.
    const isPhysical = !virtual.test(name) && existsSync(join(sysBlock, name.replaceAll('/', '!'), 'device'))
    cache.set(name, isPhysical)
    return isPhysical
  }
}

export interface DiskIoOptions {
  readonly diskstats: KernelFile
  readonly sysBlock: string
  /** monotonic clock, in milliseconds */
  readonly now: () => number
}

/**
 * I/O rates per physical disk. The first sample of a connection is empty, and so is the first sample of a disk that appears
 * later, because a rate needs two readings.
 */
export function makeDiskIo({ diskstats, sysBlock, now }: DiskIoOptions): Sampler {
  let before = new Map<string, DiskCounters>()
  let at = now()
  let isPhysical = makeIsPhysical(sysBlock)
  return {
    name: 'disk-io',
    sample() {
      const text = diskstats.read()
      if (text === null || !existsSync(sysBlock)) return { disk_io: null }
      const counters = parseDiskstats(text)
      const time = now()
      const seconds = Math.max((time - at) / 1000, 1)
      const rate = (from: number, to: number) => Math.trunc(Math.max(to - from, 0) / seconds)
      const disks: DiskIo[] = []
      for (const [name, { read, written }] of counters) {
        if (!isPhysical(name)) {
          counters.delete(name)
          continue
        }
        const last = before.get(name)
        if (!last) continue
        disks.push({
          name,
          read_bytes_per_sec: rate(last.read, read),
          write_bytes_per_sec: rate(last.written, written),
        })
      }
      before = counters
      at = time
      return { disk_io: disks.sort((a, b) => (a.name < b.name ? -1 : 1)) }
    },
    reset() {
      before = new Map()
      // Device names are reused, so drop the cache.
      isPhysical = makeIsPhysical(sysBlock)
    },
  }
}
