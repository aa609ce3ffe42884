import { columns } from '@svc/plugin-metrics/columns'
import { describe, expect, it } from 'vitest'
import { buildFrame } from './frame.ts'

type Row = Readonly<Record<string, unknown>>
const point = (time: number, ...rows: Row[]) => ({ time, rows })
const io = (...entries: [name: string, read: number, write: number][]) => ({
  disk_io_json: JSON.stringify(
    entries.map(([name, read, write]) => ({ name, read_bytes_per_sec: read, write_bytes_per_sec: write })),
  ),
})

describe('values of records', () => {
  it('are merged by mean, and null without records', () => {
    const { times, values } = buildFrame(
      [
        point(1, { cpu: 7, net_in_transfer: 10 }),
        point(2, { cpu: 1, net_in_transfer: 20 }, { cpu: 2, net_in_transfer: 30 }, { cpu: null }),
        point(3),
      ],
      columns,
    )
    expect(times).toEqual([1, 2, 3])
    expect(values.cpu).toEqual([7, 1.5, null])
    expect(values.net_in_transfer).toEqual([10, 25, null])
  })

  it.each([null, undefined, '7', Number.NaN, Number.POSITIVE_INFINITY, {}])('%s is not a value', (cpu) => {
    expect(buildFrame([point(1, { cpu })], columns).values.cpu).toEqual([null])
  })

  it('exclude device lists', () => {
    expect(Object.keys(buildFrame([], columns).values)).not.toContain('disk_io_json')
  })
})

describe('devices', () => {
  it('may come and go, sorted by name', () => {
    const { devices } = buildFrame(
      [point(1, io(['sd10', 1, 2])), point(2, io(['sd10', 3, 4], ['sd2', 5, 6])), point(3, { disk_io_json: null })],
      columns,
    )
    expect(devices.disk_io_json).toEqual([
      { name: 'sd2', values: { read_bytes_per_sec: [null, 5, null], write_bytes_per_sec: [null, 6, null] } },
      { name: 'sd10', values: { read_bytes_per_sec: [1, 3, null], write_bytes_per_sec: [2, 4, null] } },
    ])
  })

  it('have the mean of the records that contain them', () => {
    const { devices } = buildFrame([point(1, io(['a', 1, 0]), io(['a', 4, 0], ['b', 9, 9]), io(['a', 4, 0]))], columns)
    expect(devices.disk_io_json?.map(({ values }) => values.read_bytes_per_sec)).toEqual([[3], [9]])
  })

  it('may have any name', () => {
    const names = ['__proto__', 'constructor', '<img src=x onerror=alert(1)>', '']
    const { devices } = buildFrame(
      [point(1, io(...names.map((name): [string, number, number] => [name, 1, 1])))],
      columns,
    )
    expect(devices.disk_io_json?.map(({ name }) => name).sort()).toEqual([...names].sort())
  })

  it.each(['{', '{}', 'null', '3', '[1, null, {"name": "sda"}, {"name": 1, "read_bytes_per_sec": 1}]', 7])(
    'are none in %s',
    (disk_io_json) => {
      expect(buildFrame([point(1, { disk_io_json })], columns).devices.disk_io_json).toEqual([])
    },
  )
})
