import { describe, expect, test } from 'vitest'
import type { Process } from '../src/wire.ts'
import { keepOrder, topRows } from './process-rows.ts'

const makeProcess = (pid: number, cpu: number, mem: number, started = 1): Process => ({
  pid,
  name: `p${pid}`,
  user: 'root',
  cpu,
  mem,
  threads: 1,
  started,
})
const pids = (rows: readonly Process[]) => rows.map(({ pid }) => pid)

describe('top rows', () => {
  const all = [makeProcess(1, 5, 100), makeProcess(2, 90, 1), makeProcess(3, 0, 900), makeProcess(4, 0, 50)]
  test('by CPU, idle processes by memory', () => expect(pids(topRows(all, 'cpu'))).toEqual([2, 1, 3, 4]))
  test('by memory', () => expect(pids(topRows(all, 'mem'))).toEqual([3, 1, 4, 2]))
  test('are limited to 20', () => {
    const forty = Array.from({ length: 40 }, (_, pid) => makeProcess(pid, 40 - pid, pid))
    expect(pids(topRows(forty, 'cpu'))).toEqual(Array.from({ length: 20 }, (_, pid) => pid))
  })
})

describe('rows under the pointer', () => {
  const shown = [makeProcess(1, 9, 1), makeProcess(2, 8, 1), makeProcess(3, 7, 1)]
  test('keep their order with new values', () => {
    const next = [makeProcess(3, 99, 1), makeProcess(2, 50, 1), makeProcess(1, 1, 1)]
    expect(keepOrder(shown, next).map(({ pid, cpu }) => [pid, cpu])).toEqual([
      [1, 1],
      [2, 50],
      [3, 99],
    ])
  })
  test('disappear when the process ends; new ones come last, even with a reused pid', () => {
    const next = [makeProcess(9, 99, 1), makeProcess(3, 50, 1), makeProcess(2, 50, 1, 2)]
    expect(pids(keepOrder(shown, next))).toEqual([3, 9, 2])
  })
})
