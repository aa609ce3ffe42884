import { report } from '@svc/protocol/testing'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { PackedReport } from './samples.ts'
import { sanitize } from './sanitize.ts'

const bytes = fc.integer({ min: 0, max: Number.MAX_SAFE_INTEGER })
const share = fc.double({ min: 0, max: 100, noNaN: true }).map((value) => value + 0)
const disk = fc.record({ name: fc.string(), read_bytes_per_sec: bytes, write_bytes_per_sec: bytes })
const gpu = fc.record({ count: fc.nat(), average_usage: share, detailed_info: fc.constant<[]>([]) })
const name = fc.string({ maxLength: 5 })
const mount = fc.record({
  path: name,
  type: name,
  total: bytes,
  used: bytes,
  inodes: fc.option(bytes),
  inodes_used: bytes,
})
const interfaceRate = fc.record({ name, in_speed: bytes, out_speed: bytes })
const sensor = fc.record({ name, celsius: share })
const list = <T>(of: fc.Arbitrary<T>) => fc.option(fc.array(of, { maxLength: 4 }))
const reports = fc
  .record({
    cpu: share,
    mem_used: bytes,
    net_in_transfer: bytes,
    load1: share,
    process_count: fc.nat(),
    uptime: bytes,
    disk_io: fc.option(fc.array(disk, { maxLength: 5 })),
    temperature: fc.option(share),
    gpu: fc.option(gpu),
    cpu_iowait: fc.option(share),
    cores: list(share),
    mounts: list(mount),
    interfaces: list(interfaceRate),
    sensors: list(sensor),
  })
  .map((members) => sanitize(report(members)))

describe('packed reports', () => {
  it('decode each report of a series', () => {
    fc.assert(
      fc.property(fc.array(reports, { minLength: 1, maxLength: 8 }), (series) => {
        const packed = new PackedReport()
        for (const one of series) {
          packed.set(one)
          expect(packed.get()).toEqual(one)
        }
      }),
    )
  })

  it('return reports that later ones do not change', () => {
    const packed = new PackedReport()
    const disks = [{ name: 'sda', read_bytes_per_sec: 1, write_bytes_per_sec: 2 }]
    packed.set(report({ disk_io: disks }))
    const first = packed.get()
    packed.set(report({ cpu: 99, disk_io: [{ name: 'sda', read_bytes_per_sec: 8, write_bytes_per_sec: 9 }] }))
    expect(first).toEqual(report({ disk_io: disks }))
  })
})
