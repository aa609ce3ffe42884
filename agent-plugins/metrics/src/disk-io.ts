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

/** The kernel counts sectors of this size, whatever the device has. */
const sectorBytes = 512

/** /proc/diskstats by device name; partitions and virtual devices are still in it. */
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

/** Whether a device is a physical disk: a partition is not listed in /sys/block, a virtual one has no `device` there. */
function makePhysical(sysBlock: string): (name: string) => boolean {
  const known = new Map<string, boolean>()
  return (name) => {
    const isKnown = known.get(name)
    if (isKnown !== undefined) return isKnown
    // `cciss/c0d0` is the folder `cciss!c0d0`.
    const isPhysical = !virtual.test(name) && existsSync(join(sysBlock, name.replaceAll('/', '!'), 'device'))
    known.set(name, isPhysical)
    return isPhysical
  }
}

export interface DiskIoOptions {
  readonly diskstats: KernelFile
  readonly sysBlock: string
  /** milliseconds of a clock that never jumps */
  readonly now: () => number
}

/**
 * Rates per physical disk. The first sample of a connection is empty; a disk that appears later is left out once, until
 * there is a difference to tell.
 */
export function makeDiskIo({ diskstats, sysBlock, now }: DiskIoOptions): Sampler {
  let before = new Map<string, DiskCounters>()
  let at = now()
  let isPhysical = makePhysical(sysBlock)
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
      // Names are reused: what was a disk may have become something else meanwhile.
      isPhysical = makePhysical(sysBlock)
    },
  }
}
