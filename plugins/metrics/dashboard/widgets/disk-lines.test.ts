import { describe, expect, it } from 'vitest'
import { buildFrame } from '../frame.ts'
import { diskColumns, diskLines } from './disk-lines.ts'

const device = (name: string, read: number, write: number) => ({
  name,
  read_bytes_per_sec: read,
  write_bytes_per_sec: write,
})
const frame = (...minutes: object[][]) =>
  buildFrame(
    minutes.map((devices, index) => ({ time: 60 * index, rows: [{ disk_io_json: JSON.stringify(devices) }] })),
    diskColumns,
  )
const written = (perDevice: boolean, ...minutes: object[][]) => {
  const { devices, lines } = diskLines(frame(...minutes), perDevice)
  return { devices, lines: lines.map(({ name, device, color, values }) => [device, name, color, values]) }
}

describe('disk lines', () => {
  const two = [
    [device('sda', 1, 2), device('sdb', 10, 20)],
    [device('sda', 3, 4), device('sdb', 30, 40)],
  ]

  it('are totals, or per disk, busiest first', () => {
    expect(written(false, ...two)).toEqual({
      devices: 2,
      lines: [
        [undefined, 'read', 1, [11, 33]],
        [undefined, 'write', 2, [22, 44]],
      ],
    })
    expect(written(true, ...two).lines).toEqual([
      ['sdb', 'read', 1, [10, 30]],
      ['sdb', 'write', 2, [20, 40]],
      ['sda', 'read', 3, [1, 3]],
      ['sda', 'write', 4, [2, 4]],
    ])
  })

  it('are the same in both modes for one disk', () => {
    const one = [[device('sda', 1, 2)]]
    expect(written(true, ...one)).toEqual(written(false, ...one))
    expect(written(true, ...one).lines).toHaveLength(2)
  })

  it('show the three busiest disks, each in its own color', () => {
    const many = ['a', 'b', 'c', 'd', 'e'].map((name, index) => device(name, index, index))
    const { devices, lines } = written(true, many)
    expect(devices).toBe(5)
    expect(lines.map(([name]) => name)).toEqual(['e', 'e', 'd', 'd', 'c', 'c'])
    expect(new Set(lines.map(([, , color]) => color)).size).toBe(6)
  })

  it('are empty without disks', () => {
    expect(written(true, [])).toEqual({ devices: 0, lines: [] })
    expect(written(false)).toEqual({ devices: 0, lines: [] })
  })
})
