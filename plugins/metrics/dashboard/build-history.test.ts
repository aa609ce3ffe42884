import { describe, expect, it } from 'vitest'
import { buildHistory, pack, unpack } from './build-history.ts'
import type { HistoryQuery } from './history-query.ts'

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
const built = buildHistory({ query, raw: bytes({ data: records }), totals })

/** The data as received by the other thread. */
function received() {
  const { packed, buffers } = pack(built)
  return unpack(structuredClone({ packed }, { transfer: [...buffers] }))
}

describe('the history', () => {
  it('is built from the responses', () => {
    expect(built.frame.times).toEqual([from, from + 60])
    expect(built.charts.find(({ id }) => id === 'memory')?.lines[0]?.values).toEqual([50, 25])
    expect(built.devices.map(({ device }) => device)).toEqual(['sdb', 'sda'])
    const nothing = buildHistory({ query, raw: bytes({ data: [] }), totals })
    expect([nothing.frame.times, nothing.devices]).toEqual([[], []])
  })

  it.each([null, {}, { data: {} }, 'x'])('is rejected for %j', (answer) => {
    expect(() => buildHistory({ query, raw: bytes(answer), totals })).toThrow('has no records')
  })

  it('survives a transfer between threads', () => {
    expect(structuredClone(received())).toEqual(built)
  })

  it('transfers shared lists once, and unpacks them to the same object', () => {
    expect(new Set(pack(built).buffers).size).toBe(pack(built).buffers.length)
    const { frame, charts } = received()
    const [cpu] = charts.find(({ id }) => id === 'cpu')?.lines ?? []
    expect(cpu?.values).toBe(frame.values.cpu)
    expect(cpu?.values).toBe(cpu?.values)
    expect(cpu?.values).toEqual([1, null])
  })
})
