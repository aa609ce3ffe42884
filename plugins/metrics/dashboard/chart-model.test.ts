import { column, columns } from '@svc/plugin-metrics/columns'
import { describe, expect, it } from 'vitest'
import { buildCharts, type ChartModel, type Totals } from './chart-model.ts'
import { buildFrame } from './frame.ts'

const totals: Totals = { mem_total: 200, swap_total: 50, disk_total: 1000 }
const unknown: Totals = { mem_total: 0, swap_total: 0, disk_total: 0 }
const record = {
  cpu: 7,
  mem_used: 50,
  swap_used: 5,
  disk_used: 250,
  net_in_speed: 1,
  net_out_speed: 2,
  load1: 0.5,
  load5: 0.4,
  load15: 0.3,
  tcp_conn: 10,
  udp_conn: 3,
  process_count: 90,
  temperature: null,
  gpu_usage: null,
  disk_io_json: null,
}
const frame = (...records: object[]) =>
  buildFrame(
    records.map((one, time) => ({ time, rows: [one as Record<string, unknown>] })),
    columns,
  )
const shown = (charts: readonly ChartModel[]) =>
  charts.map(({ id, unit, lines }) => [id, unit, ...lines.map((line) => [line.id, ...line.values])])

describe('charts of declared columns', () => {
  it('follow the order of the columns', () => {
    const full = { ...record, temperature: 40, gpu_usage: 12 }
    expect(shown(buildCharts(frame(full), { columns, totals }))).toEqual([
      ['cpu', 'percent', ['cpu', 7]],
      ['memory', 'percent', ['memory', 25], ['swap', 10]],
      ['disk', 'percent', ['disk', 25]],
      ['network', 'rate', ['in', 1], ['out', 2]],
      ['load', 'number', ['load1', 0.5], ['load5', 0.4], ['load15', 0.3]],
      ['connections', 'number', ['tcp', 10], ['udp', 3]],
      ['processes', 'number', ['processes', 90]],
      ['temperature', 'celsius', ['temperature', 40]],
      ['gpu', 'percent', ['gpu', 12]],
    ])
  })

  it('are the same in live mode, without those of which live metrics have no values', () => {
    const { load5, process_count, ...live } = record
    expect(shown(buildCharts(frame(live), { columns, totals, isLive: true }))).toEqual([
      ['cpu', 'percent', ['cpu', 7]],
      ['memory', 'percent', ['memory', 25], ['swap', 10]],
      ['disk', 'percent', ['disk', 25]],
      ['network', 'rate', ['in', 1], ['out', 2]],
      ['load', 'number', ['load1', 0.5], ['load15', 0.3]],
      ['connections', 'number', ['tcp', 10], ['udp', 3]],
    ])
    expect([load5, process_count]).toEqual([0.4, 90])
  })

  it('omit sensors without values, and keep gaps of the others', () => {
    const temperatures = [40, null, 0].map((temperature) => ({ ...record, temperature }))
    const charts = buildCharts(frame(...temperatures), { columns, totals })
    expect(shown(charts).at(-1)).toEqual(['temperature', 'celsius', ['temperature', 40, null, 0]])
    expect(charts.map(({ id }) => id)).not.toContain('gpu')
  })

  it('show bytes if the total is unknown, and omit swap if there is none', () => {
    const charts = shown(buildCharts(frame({ ...record, swap_used: 0 }), { columns, totals: unknown }))
    expect(charts[1]).toEqual(['memory', 'bytes', ['memory', 50]])
    expect(charts[2]).toEqual(['disk', 'bytes', ['disk', 250]])
  })

  it('show bytes if the usage exceeds the current total', () => {
    const charts = buildCharts(frame(record, { ...record, mem_used: 300 }), { columns, totals })
    expect(shown(charts)[1]).toEqual(['memory', 'bytes', ['memory', 50, 300], ['swap', 5, 5]])
    expect([charts[1]?.total, charts[2]?.total]).toEqual([undefined, 1000])
  })

  it('combine all disks', () => {
    const disk_io_json = JSON.stringify([
      { name: 'sda', read_bytes_per_sec: 1, write_bytes_per_sec: 2 },
      { name: 'sdb', read_bytes_per_sec: 10, write_bytes_per_sec: 20 },
    ])
    const charts = buildCharts(frame({ ...record, disk_io_json }, record), { columns, totals })
    expect(shown(charts).at(-1)).toEqual(['io', 'rate', ['read', 11, null], ['write', 22, null]])
  })

  it('include an added column', () => {
    const fan = column({
      name: 'fan_speed',
      unit: 'revolutions per minute',
      type: 'INTEGER',
      aggregate: 'mean',
      nullable: true,
      since: 9,
      range: [0, 30_000],
      chart: { chart: 'fan', line: 'fan', color: 1, unit: 'number' },
    })
    const rows = [{ ...record, fan_speed: 900 }, record]
    const more = buildFrame(
      rows.map((one, time) => ({ time, rows: [one] })),
      [...columns, fan],
    )
    expect(shown(buildCharts(more, { columns: [...columns, fan], totals })).at(-1)).toEqual([
      ...['fan', 'number'],
      ['fan', 900, null],
    ])
  })
})
