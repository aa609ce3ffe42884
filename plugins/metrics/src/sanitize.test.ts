import { makeDecoder, Report, type ReportPayload } from '@svc/protocol'
import { report } from '@svc/protocol/testing'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { toServerMetrics } from './reports.ts'
import { maxDevices, sanitize } from './sanitize.ts'

const largest = Number.MAX_SAFE_INTEGER

describe('a hostile report', () => {
  it('has no negative or unsafe numbers afterwards', () => {
    const clean = sanitize(
      report({ mem_used: -1, net_in_transfer: 1e300, cpu: -5, load1: -0.5, tcp_conn: -3, uptime: 1e21 }),
    )
    expect(clean).toMatchObject({
      mem_used: 0,
      net_in_transfer: largest,
      cpu: 0,
      load1: 0,
      tcp_conn: 0,
      uptime: largest,
    })
  })

  it('has percentages clamped to 0 to 100', () => {
    const gpu = { count: 1, average_usage: 5000, detailed_info: [] }
    expect(sanitize(report({ cpu: 250, gpu }))).toMatchObject({ cpu: 100, gpu: { average_usage: 100 } })
  })

  const manyDisks = (more = '') =>
    Array.from({ length: 10_000 }, (_, i) => ({
      name: `disk${String(9_999 - i).padStart(4, '0')}${more}`,
      read_bytes_per_sec: 1,
      write_bytes_per_sec: 2,
    }))

  it('keeps the first 256 of 10,000 devices by name', () => {
    const devices = sanitize(report({ disk_io: manyDisks() })).disk_io ?? []
    expect(devices).toHaveLength(maxDevices)
    expect([devices[0]?.name, devices[255]?.name]).toEqual(['disk0000', 'disk0255'])
  })

  it('truncates long names, and keeps devices with at most 4,096 characters of names in total', () => {
    const long = 'x'.repeat(500)
    const devices = sanitize(report({ disk_io: manyDisks(long) })).disk_io ?? []
    expect(devices.map(({ name }) => name.length)).toEqual(Array(32).fill(128))
    expect(devices[31]?.name).toMatch(/^disk0031x+$/)
    const device = { name: long, mem_total: 1, mem_used: 1, utilization: 1, temperature: 1 }
    const gpu = { count: 300, average_usage: 1, detailed_info: Array(300).fill(device) }
    expect(sanitize(report({ gpu })).gpu?.detailed_info).toHaveLength(32)
    const short = { ...gpu, detailed_info: Array(300).fill({ ...device, name: 'G' }) }
    expect(sanitize(report({ gpu: short })).gpu?.detailed_info).toHaveLength(maxDevices)
  })

  it('sums disks within safe integers', () => {
    const disk = { name: 'sda', read_bytes_per_sec: largest, write_bytes_per_sec: 7 }
    const sample = { report: sanitize(report({ disk_io: [disk, { ...disk, name: 'sdb' }] })), receivedAt: 5_999 }
    expect(toServerMetrics('id', 'name', sample)).toMatchObject({
      disk_read_bytes_per_sec: largest,
      disk_write_bytes_per_sec: 14,
      last_active: 5,
    })
  })

  it('has lists within their limits, and shares of at most 100 %', () => {
    const mount = { path: '/x', type: 'ext4', total: 10, used: 99, inodes: 5, inodes_used: 50 }
    const clean = sanitize(
      report({
        cores: Array(5000).fill(250),
        mounts: Array.from({ length: 1000 }, (_, i) => ({ ...mount, path: `/${999 - i}`.padEnd(300, 'x') })),
        interfaces: Array.from({ length: 1000 }, (_, i) => ({ name: `e${i}`, in_speed: -1, out_speed: 1e300 })),
        sensors: Array.from({ length: 1000 }, (_, i) => ({ name: `s${i}`, celsius: 1e9 })),
        pressure_io: 400,
        mem_free: -4,
      }),
    )
    expect(clean).toMatchObject({ pressure_io: 100, mem_free: 0 })
    expect(clean.cores).toEqual(Array(1024).fill(100))
    expect(clean.mounts).toHaveLength(32)
    expect(clean.mounts?.[0]).toMatchObject({ used: 10, inodes: 5, inodes_used: 5 })
    expect(clean.mounts?.[0]?.path).toHaveLength(128)
    expect(clean.interfaces?.[0]).toEqual({ name: 'e0', in_speed: 0, out_speed: largest })
    expect(clean.interfaces).toHaveLength(maxDevices)
    expect(clean.sensors?.[0]).toEqual({ name: 's0', celsius: 10_000 })
  })

  it('drops unknown members', () => {
    expect(sanitize({ ...report(), extra: 'x' } as ReportPayload)).not.toHaveProperty('extra')
  })

  it('stays a valid report with arbitrary numbers', () => {
    const decode = makeDecoder([Report])
    const number = fc.oneof(fc.double({ noNaN: true, noDefaultInfinity: true }), fc.integer())
    const integer = number.map((value) => Math.trunc(value))
    fc.assert(
      fc.property(number, integer, integer, number, (cpu, bytes, count, temperature) => {
        const clean = sanitize(report({ cpu, mem_used: bytes, process_count: count, temperature }))
        expect(decode(JSON.stringify({ type: 'report', ...clean })).kind).toBe('message')
      }),
    )
  })
})

describe('a valid report', () => {
  it('is unchanged', () => {
    const sound = report({
      disk_io: [{ name: 'sda', read_bytes_per_sec: 1, write_bytes_per_sec: 2 }],
      temperature: -12.5,
      cores: [1.5, 100],
      mounts: [{ path: '/', type: 'btrfs', total: 10, used: 4, inodes: null, inodes_used: null }],
      interfaces: [{ name: 'eth0', in_speed: 1, out_speed: 2 }],
      sensors: [{ name: 'nvme Composite', celsius: 41.8 }],
      gpu: {
        count: 1,
        average_usage: 12.5,
        detailed_info: [{ name: 'G', mem_total: 2, mem_used: 1, utilization: 12.5, temperature: 40 }],
      },
    })
    expect(sanitize(sound)).toEqual(sound)
  })
})
