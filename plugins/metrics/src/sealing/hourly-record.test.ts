import { describe, expect, it } from 'vitest'
import { columns } from '../columns.ts'
import type { Cell } from '../record-block.ts'
import { hourlyRecord } from './hourly-record.ts'

/** The hourly record of records with these cells in one column. */
const folded = (name: string, cells: Cell[]) => {
  const hour = {
    slots: cells.map((_, i) => i),
    cells: columns.map((column) => (column.name === name ? cells : cells.map(() => 0 as Cell))),
  }
  const texts = hour.cells.map((column, c) => (columns[c]?.type === 'TEXT' && columns[c].name !== name ? [] : column))
  return hourlyRecord({ ...hour, cells: texts })[columns.findIndex((column) => column.name === name)]
}

const disks = (...list: [string, number, number][]) =>
  JSON.stringify(list.map(([name, read, write]) => ({ name, read_bytes_per_sec: read, write_bytes_per_sec: write })))

describe('an hourly record', () => {
  it.each<[string, Cell[], Cell]>([
    ['cpu', [1, 2, 4.5], 2.5],
    ['mem_used', [1, 2, 2], 1],
    [
      'mem_used',
      [Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER - 2],
      9_007_199_254_740_990,
    ],
    ['net_in_transfer', [5, 900, 4], 303],
    ['temperature', [null, 40, null, 41], 40.5],
    ['temperature', [null, null], null],
    ['disk_io_json', [null, null], null],
    ['disk_io_json', [null, '[]', '[]'], '[]'],
    [
      'disk_io_json',
      [disks(['sdb', 10, 1]), '[]', disks(['sda', 7, 0], ['sdb', 13, 2]), null],
      disks(['sda', 7, 0], ['sdb', 11, 1]),
    ],
    ['cores_json', ['[10,20]', '[21,40,7]', null], '[15,30,7]'],
    [
      'mounts_json',
      [
        '[{"path":"/","total":100,"used":10,"inodes":null,"inodes_used":null}]',
        '[{"path":"/","total":100,"used":31,"inodes":5,"inodes_used":2},{"path":"/a","total":1,"used":1,"inodes":1,"inodes_used":1}]',
      ],
      '[{"path":"/","total":100,"used":20,"inodes":5,"inodes_used":2},{"path":"/a","total":1,"used":1,"inodes":1,"inodes_used":1}]',
    ],
    ['mount_percent', [90, 91.5, null], 90.75],
  ])('folds %s %j to %j', (name, cells, value) => expect(folded(name, cells)).toBe(value))
})
