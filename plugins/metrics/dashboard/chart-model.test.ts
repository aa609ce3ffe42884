import { describe, expect, it } from 'vitest'
import { coreCharts, recordCharts, statsOf } from './chart-model.js'
import { fromRecord, type Sample } from './sample.js'

const sample = (patch: Partial<Sample>): Sample => ({
  time: 0,
  cpu: 0,
  mem_used: 0,
  swap_used: 0,
  disk_used: 0,
  net_in_speed: 0,
  net_out_speed: 0,
  load1: 0,
  ...patch,
})

const totals = { mem_total: 200, swap_total: 50, disk_total: 1000 }

const io = (...entries: [name: string, read: number, write: number][]) =>
  JSON.stringify(entries.map(([name, read, write]) => ({ name, read_bytes_per_sec: read, write_bytes_per_sec: write })))

describe('the charts of live and stored figures', () => {
  it('show shares of the totals', () => {
    const charts = coreCharts([sample({ cpu: 7, mem_used: 50, swap_used: 5, disk_used: 250, load1: 0.5 })], totals)
    const values = Object.fromEntries(charts.map(({ id, lines }) => [id, lines.map((line) => line.values[0])]))
    expect(values).toEqual({ cpu: [7], memory: [25, 10], network: [0, 0], disk: [25], load: [0.5] })
  })

  it('leave out swap where there is none, and shares of an unknown total', () => {
    const charts = coreCharts([sample({ mem_used: 50 })], { mem_total: 0, swap_total: 0, disk_total: 0 })
    const memory = charts.find(({ id }) => id === 'memory')
    expect(memory?.lines.map(({ id, values }) => [id, values])).toEqual([['memory', [null]]])
  })
})

describe('the charts of stored figures only', () => {
  it('are absent while there is nothing to show', () => {
    expect(recordCharts([sample({ temperature: null, gpu_usage: null, disk_io_json: null })])).toEqual([])
    expect(recordCharts([sample({ disk_io_json: '[]' })])).toEqual([])
  })

  it('keep gaps as gaps', () => {
    const charts = recordCharts([
      sample({ temperature: 40 }),
      sample({ temperature: null }),
      sample({ temperature: 0 }),
    ])
    expect(charts.map(({ id, lines }) => [id, lines[0]?.values])).toEqual([['temperature', [40, null, 0]]])
  })

  it('show one disk once', () => {
    expect(recordCharts([sample({ disk_io_json: io(['sda', 1, 2]) })]).map(({ id }) => id)).toEqual(['io'])
  })

  it('show several disks together and one by one', () => {
    const charts = recordCharts([
      sample({ disk_io_json: io(['sdb', 10, 1], ['sda', 5, 2]) }),
      sample({ disk_io_json: io(['sda', 7, 0]) }),
      sample({ disk_io_json: null }),
    ])
    expect(charts.map(({ id, device, lines }) => [id, device, lines.map(({ values }) => values)])).toEqual([
      [
        'io',
        undefined,
        [
          [15, 7, null],
          [3, 0, null],
        ],
      ],
      [
        'io:sda',
        'sda',
        [
          [5, 7, null],
          [2, 0, null],
        ],
      ],
      [
        'io:sdb',
        'sdb',
        [
          [10, null, null],
          [1, null, null],
        ],
      ],
    ])
  })

  it('survive text that is no list of disks', () => {
    const odd = ['{', '{}', 'null', '[1, null, {"name": "sda"}]', io(['sda', 1, 1])]
    const charts = recordCharts(odd.map((disk_io_json) => sample({ disk_io_json })))
    expect(charts[0]?.lines[0]?.values).toEqual([null, null, null, null, 1])
  })
})

describe('the figures of a line', () => {
  it('ignore gaps', () => {
    expect(statsOf([1, null, 3, 2])).toEqual({ mean: 2, max: 3, last: 2 })
  })

  it('are no numbers when there are none', () => {
    expect(statsOf([null, null])).toEqual({ mean: Number.NaN, max: Number.NaN, last: Number.NaN })
    expect(statsOf([1, null]).last).toBeNaN()
  })
})

it('reads the time of a record in seconds', () => {
  expect(fromRecord({ ...sample({}), time: '2026-09-21T14:13:20Z' }).time).toBe(1_790_000_000)
})
