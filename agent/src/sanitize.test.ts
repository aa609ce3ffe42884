import { TypeCompiler } from '@sinclair/typebox/compiler'
import { Report, SystemInfo } from '@svc/protocol'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { sanitize } from './sanitize.ts'

const report = TypeCompiler.Compile(Report.schema)
const info = TypeCompiler.Compile(SystemInfo.schema)
const strange = fc.oneof(fc.double(), fc.integer(), fc.string(), fc.constant(null), fc.boolean(), fc.anything())
const membersOf = (schema: { properties: object }) =>
  fc.record(Object.fromEntries(Object.keys(schema.properties).map((name) => [name, strange])), { requiredKeys: [] })

describe('sanitize', () => {
  it('makes a valid report out of any input', () => {
    fc.assert(
      fc.property(membersOf(Report.schema), (found) => {
        // Through text, as on the wire: NaN would come back as null.
        expect(report.Check(JSON.parse(JSON.stringify(sanitize(Report.schema, found))))).toBe(true)
      }),
      { numRuns: 500 },
    )
  })

  it('makes a valid system_info out of any input', () => {
    fc.assert(
      fc.property(membersOf(SystemInfo.schema), (found) => {
        expect(info.Check(JSON.parse(JSON.stringify(sanitize(SystemInfo.schema, found))))).toBe(true)
      }),
      { numRuns: 500 },
    )
  })

  it('truncates integers, clamps to the range, keeps allowed fractions', () => {
    const fitted = sanitize(Report.schema, {
      cpu: 12.75,
      mem_used: 5.9,
      swap_used: -1,
      load1: Number.NaN,
      load5: Number.POSITIVE_INFINITY,
      tcp_conn: 3_000_000_000,
      net_in_transfer: 1e300,
      uptime: -5,
      temperature: Number.NaN,
      disk_io: [{ name: 'sda', read_bytes_per_sec: 1.5, write_bytes_per_sec: -2 }],
      gpu: { count: 1, average_usage: 50.5, detailed_info: [{ name: 'x', mem_total: 1.5 }] },
    })
    expect(fitted).toMatchObject({
      cpu: 12.75,
      mem_used: 5,
      swap_used: 0,
      load1: 0,
      load5: 0,
      tcp_conn: 2_147_483_647,
      net_in_transfer: Number.MAX_SAFE_INTEGER,
      uptime: 0,
      temperature: null,
      disk_io: [{ name: 'sda', read_bytes_per_sec: 1, write_bytes_per_sec: 0 }],
      gpu: { detailed_info: [{ name: 'x', mem_total: 1, mem_used: 0, utilization: 0, temperature: 0 }] },
    })
  })

  it('writes null for missing values and omits optional fields', () => {
    const fitted = sanitize(Report.schema, {})
    expect(fitted).toMatchObject({ disk_io: null, temperature: null, gpu: null, cpu: 0, uptime: 0 })
    expect(sanitize(SystemInfo.schema, { ipv4: 5 })).toMatchObject({ ipv4: null, cpu_name: '' })
    expect(sanitize(SystemInfo.schema, {})).not.toHaveProperty('features')
  })
})
