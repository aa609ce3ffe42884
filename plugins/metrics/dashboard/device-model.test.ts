import { columns } from '@svc/plugin-metrics/columns'
import { gpuColumns } from '@svc/plugin-metrics/gpu-columns'
import { describe, expect, it } from 'vitest'
import { buildGpuFrame, busiest, deviceCharts, type GpuRecord, gpuCharts } from './device-model.ts'
import { buildFrame } from './frame.ts'

const disks = (...names: [name: string, rate: number][]) => {
  const list = names.map(([name, rate]) => ({ name, read_bytes_per_sec: rate, write_bytes_per_sec: 0 }))
  return buildFrame([{ time: 1, rows: [{ disk_io_json: JSON.stringify(list) }] }], columns)
}

describe('disk charts', () => {
  it('are sorted by load', () => {
    const charts = deviceCharts(disks(['a', 1], ['b', 30], ['c', 2]), columns)
    expect(charts.map(({ device }) => device)).toEqual(['b', 'c', 'a'])
    expect(charts[0]).toMatchObject({ id: 'io:b', title: 'ioOf', unit: 'rate' })
  })

  it('are omitted for a single disk', () => {
    expect(deviceCharts(disks(['a', 1]), columns)).toEqual([])
  })
})

const gpu = (minute: number, index: unknown, name: unknown, more: object = {}): GpuRecord => ({
  time: new Date(minute * 60_000).toISOString(),
  device_index: index,
  device_name: name,
  mem_total: 200,
  mem_used: 50,
  utilization: 12.5,
  temperature: 40.1,
  ...more,
})

describe('GPUs', () => {
  it('have a value at each recorded time', () => {
    const { times, devices } = buildGpuFrame(
      [gpu(1, 0, 'A'), gpu(1, 1, 'B'), gpu(2, 1, 'B', { utilization: 1 })],
      gpuColumns,
    )
    expect(times).toEqual([60, 120])
    expect(devices).toEqual([
      {
        id: '0:A',
        index: 0,
        name: 'A',
        values: { mem_used: [25, null], utilization: [12.5, null], temperature: [40.1, null] },
      },
      {
        id: '1:B',
        index: 1,
        name: 'B',
        values: { mem_used: [25, 25], utilization: [12.5, 1], temperature: [40.1, 40.1] },
      },
    ])
  })

  it('are separate devices after a replacement in the same slot', () => {
    expect(buildGpuFrame([gpu(1, 0, 'old'), gpu(2, 0, 'new')], gpuColumns).devices.map(({ id }) => id)).toEqual([
      '0:new',
      '0:old',
    ])
  })

  it('have no percentage without a total; invalid records are ignored', () => {
    const odd = [
      gpu(1, 0, 'A', { mem_total: 0, utilization: null, temperature: 'hot' }),
      gpu(1, 'x', 'A'),
      gpu(1, 2, null),
    ]
    expect(buildGpuFrame(odd, gpuColumns).devices.map(({ values }) => values)).toEqual([
      { mem_used: [null], utilization: [null], temperature: [null] },
    ])
  })

  it('show the busiest, sorted by index', () => {
    const many = Array.from({ length: 9 }, (_, i) => gpu(1, i, 'G', { utilization: i === 2 ? 1 : 10 * i }))
    expect(busiest(buildGpuFrame(many, gpuColumns).devices, 3).map(({ index }) => index)).toEqual([6, 7, 8])
  })

  it('have a chart per metric with a line per device', () => {
    const { devices } = buildGpuFrame([gpu(1, 0, 'A'), gpu(1, 7, '<b>B</b>')], gpuColumns)
    expect(
      gpuCharts(devices, gpuColumns).map(({ id, unit, lines }) => [id, unit, ...lines.map(({ name }) => name)]),
    ).toEqual([
      ['gpuMemory', 'percent', '0: A', '7: <b>B</b>'],
      ['gpuLoad', 'percent', '0: A', '7: <b>B</b>'],
      ['gpuTemperature', 'celsius', '0: A', '7: <b>B</b>'],
    ])
  })
})
