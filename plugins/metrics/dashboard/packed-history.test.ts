import { describe, expect, it } from 'vitest'
import { buildHistory } from './build-history.ts'
import type { HistoryQuery } from './history-query.ts'
import { hasValues, pack, unpackChart, unpackFrame } from './packed-history.ts'

const from = 497_222 * 3600
const totals = { mem_total: 1000, swap_total: 0, disk_total: 0 }
const query: HistoryQuery = {
  span: { from, to: from + 120 },
  tier: 'raw',
  raw: { from, to: from + 120 },
  isLive: false,
}
const bytes = (answer: unknown) => new TextEncoder().encode(JSON.stringify(answer)).buffer
const disk = (name: string, value: number) => ({ name, read_bytes_per_sec: value, write_bytes_per_sec: 0 })
const record = (minute: number, more: object) => ({
  time: new Date((from + minute * 60) * 1000).toISOString(),
  ...more,
})
const records = [
  record(0, { cpu: 1, mem_used: 500, disk_io_json: JSON.stringify([disk('sda', 5), disk('sdb', 50)]) }),
  record(1, { cpu: null, mem_used: 250, gpu_usage: 3 }),
]
const worked = buildHistory({ query, raw: bytes({ data: records }), totals })

/** The message as received by the other thread. */
function sent() {
  const { packed, buffers } = pack(worked)
  return structuredClone(packed, { transfer: [...buffers] })
}

describe('packed history', () => {
  it('is built from the responses', () => {
    expect(worked.frame.times).toEqual([from, from + 60])
    expect(worked.charts.find(({ id }) => id === 'memory')?.lines[0]?.values).toEqual([50, 25])
    expect(worked.devices.map(({ device }) => device)).toEqual(['sdb', 'sda'])
    const nothing = buildHistory({ query, raw: bytes({ data: [] }), totals })
    expect([nothing.frame.times, nothing.devices]).toEqual([[], []])
  })

  it.each([null, {}, { data: {} }, 'x'])('is rejected for %j', (answer) => {
    expect(() => buildHistory({ query, raw: bytes(answer), totals })).toThrow('has no records')
  })

  it('survives a transfer between threads', () => {
    const there = sent()
    expect(unpackFrame(there)).toEqual(worked.frame)
    expect(there.charts.map(unpackChart).map((model) => structuredClone(model))).toEqual(worked.charts)
    expect(there.devices.map(unpackChart).map((model) => structuredClone(model))).toEqual(worked.devices)
    expect([there.gapAfter, there.hours]).toEqual([worked.gapAfter, worked.hours])
  })

  it('transfers shared arrays once, and unpacks them to the same object', () => {
    const there = sent()
    const cpu = there.charts.find(({ id }) => id === 'cpu')
    expect(cpu?.lines[0]?.values).toBe(there.values.cpu)
    const model = cpu && unpackChart(cpu)
    expect(model?.lines[0]?.values).toBe(unpackFrame(there).values.cpu)
    expect(model?.lines[0]?.values).toEqual([1, null])
  })

  it('reports whether a column has values', () => {
    const { values } = sent()
    expect(hasValues(values.gpu_usage)).toBe(true)
    expect(hasValues(values.temperature)).toBe(false)
    expect(hasValues(undefined)).toBe(false)
  })
})
