import { toCsv } from '@svc/dashboard-sdk'
import { recordColumns as columns } from '@svc/plugin-metrics/columns'
import { gpuColumns } from '@svc/plugin-metrics/gpu-columns'
import { describe, expect, it } from 'vitest'
import { buildFrame } from './frame.ts'
import { makeGpuCsv } from './gpu-csv.ts'
import { metricsTable } from './metrics-csv.ts'

const hostile = '=HYPERLINK("http://x","y"),\r\n<img src=x>'

it('has a row per point, with columns named as in the API', () => {
  const disk_io_json = JSON.stringify([{ name: hostile, read_bytes_per_sec: 1, write_bytes_per_sec: 2 }])
  const points = [
    { time: 0, rows: [{ cpu: 7.25, temperature: null, disk_io_json }] },
    { time: 60, rows: [] },
  ]
  const table = metricsTable(buildFrame(points, columns), columns, [{ header: 'gpu 0 x mem_used', values: [5, null] }])
  const [header = [], ...rows] = table
  const stored = columns.filter(({ type }) => type !== 'TEXT').map(({ name }) => name)
  const disks = ['read_bytes_per_sec', 'write_bytes_per_sec'].map((name) => `${hostile} ${name}`)
  expect(header).toEqual(['time', ...stored, ...disks, 'gpu 0 x mem_used'])
  const cell = (row: number, name: string) => rows[row]?.[header.indexOf(name)]
  expect([cell(0, 'time'), cell(0, 'cpu'), cell(0, 'temperature')]).toEqual(['1970-01-01T00:00:00.000Z', 7.25, null])
  expect(disks.map((name) => [cell(0, name), cell(1, name)])).toEqual([
    [1, null],
    [2, null],
  ])
  expect([cell(0, 'gpu 0 x mem_used'), cell(1, 'gpu 0 x mem_used')]).toEqual([5, null])
  expect(rows.every((row) => row.length === header.length)).toBe(true)
  // escaped, so that it is neither a formula nor ends the row
  expect(toCsv([header])).toContain(`,"'=HYPERLINK(""http://x"",""y""),\r\n<img src=x> read_bytes_per_sec",`)
})

describe('GPUs', () => {
  const time = (seconds: number) => new Date(seconds * 1000).toISOString()
  const record = (at: number, device_index: number, utilization: number, device_name = 'A100') => ({
    time: time(at),
    device_index,
    device_name,
    mem_total: 100,
    mem_used: 50,
    utilization,
    temperature: 40,
  })
  const columnsOf = (times: readonly number[], ...parts: ReturnType<typeof record>[][]) => {
    const csv = makeGpuCsv(times, gpuColumns)
    for (const part of parts) csv.add(part)
    return Object.fromEntries(csv.columns().map(({ header, values }) => [header, values]))
  }

  it('are columns by device, index and metric, across chunks', () => {
    const found = columnsOf([0, 60, 120], [record(0, 1, 10), record(0, 0, 20)], [record(120, 0, 30)])
    expect(Object.keys(found)).toEqual(
      [0, 1].flatMap((index) =>
        ['mem_total', 'mem_used', 'utilization', 'temperature'].map((name) => `gpu ${index} A100 ${name}`),
      ),
    )
    expect(found['gpu 0 A100 utilization']).toEqual([20, null, 30])
    expect(found['gpu 1 A100 utilization']).toEqual([10, null, null])
  })

  it('have hourly means in hourly rows', () => {
    const found = columnsOf([0, 7200], [record(0, 0, 10), record(60, 0, 20), record(3540, 0, 60), record(7260, 0, 5)])
    expect(found['gpu 0 A100 utilization']).toEqual([30, 5])
  })

  it('are omitted at times without a row', () => {
    expect(columnsOf([3600], [record(0, 0, 1), record(7200, 0, 2)])).toEqual({})
    expect(columnsOf([], [record(0, 0, 1)])).toEqual({})
  })

  it('are separate columns after a replacement', () => {
    const found = columnsOf([0, 60], [record(0, 0, 1), record(60, 0, 2, hostile)])
    expect(found['gpu 0 A100 utilization']).toEqual([1, null])
    expect(found[`gpu 0 ${hostile} utilization`]).toEqual([null, 2])
  })
})
