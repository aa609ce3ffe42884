import { makeDecoder, Report, type ReportPayload } from '@svc/protocol'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { report } from '../test/report.js'
import { figures } from './figures.js'
import { maxDevices, sanitize } from './sanitize.js'

const largest = Number.MAX_SAFE_INTEGER

describe('a hostile report', () => {
  it('leaves no negative and no inexact number', () => {
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

  it('keeps percentages within 0 and 100', () => {
    const gpu = { count: 1, average_usage: 5000, detailed_info: [] }
    expect(sanitize(report({ cpu: 250, gpu }))).toMatchObject({ cpu: 100, gpu: { average_usage: 100 } })
  })

  it('keeps 256 devices of 10,000, the first by name, and cuts their names', () => {
    const disks = Array.from({ length: 10_000 }, (_, i) => ({
      name: `disk${String(9_999 - i).padStart(4, '0')}${'x'.repeat(500)}`,
      read_bytes_per_sec: 1,
      write_bytes_per_sec: 2,
    }))
    const kept = sanitize(report({ disk_io: disks })).disk_io ?? []
    expect(kept).toHaveLength(maxDevices)
    expect(kept[0]?.name).toMatch(/^disk0000x+$/)
    expect(kept[0]?.name).toHaveLength(128)
    expect(kept[255]?.name).toMatch(/^disk0255/)
  })

  it('adds up disks without leaving the exact numbers', () => {
    const disk = { name: 'sda', read_bytes_per_sec: largest, write_bytes_per_sec: 7 }
    const sample = { report: sanitize(report({ disk_io: [disk, { ...disk, name: 'sdb' }] })), receivedAt: 5_999 }
    expect(figures('id', 'name', sample)).toMatchObject({
      disk_read_bytes_per_sec: largest,
      disk_write_bytes_per_sec: 14,
      last_active: 5,
    })
  })

  it('drops members that we do not know', () => {
    expect(sanitize({ ...report(), extra: 'x' } as ReportPayload)).not.toHaveProperty('extra')
  })

  it('stays a valid report, whatever numbers come', () => {
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

describe('a sound report', () => {
  it('passes unchanged', () => {
    const sound = report({
      disk_io: [{ name: 'sda', read_bytes_per_sec: 1, write_bytes_per_sec: 2 }],
      temperature: -12.5,
      gpu: {
        count: 1,
        average_usage: 12.5,
        detailed_info: [{ name: 'G', mem_total: 2, mem_used: 1, utilization: 12.5, temperature: 40 }],
      },
    })
    expect(sanitize(sound)).toEqual(sound)
  })
})
