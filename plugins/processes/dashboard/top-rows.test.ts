import type { Process } from '@svc/protocol'
import { describe, expect, test } from 'vitest'
import { stayInPlace, topRows } from './top-rows.ts'

const one = (pid: number, cpu: number, mem: number, started = 1): Process => {
  const process: Process = { pid, name: `p${pid}`, user: 'root', cpu, mem, threads: 1, started }
  return process
}
const pids = (rows: readonly Process[]) => rows.map(({ pid }) => pid)

describe('the first rows', () => {
  const all = [one(1, 5, 100), one(2, 90, 1), one(3, 0, 900), one(4, 0, 50)]
  test('by CPU, those that do nothing by memory', () => expect(pids(topRows(all, 'cpu'))).toEqual([2, 1, 3, 4]))
  test('by memory', () => expect(pids(topRows(all, 'mem'))).toEqual([3, 1, 4, 2]))
  test('are twenty: what else came is first by the other measure', () => {
    const forty = Array.from({ length: 40 }, (_, pid) => one(pid, 40 - pid, pid))
    expect(pids(topRows(forty, 'cpu'))).toEqual(Array.from({ length: 20 }, (_, pid) => pid))
  })
})

describe('rows under the pointer', () => {
  const shown = [one(1, 9, 1), one(2, 8, 1), one(3, 7, 1)]
  test('keep their places with new figures', () => {
    const next = [one(3, 99, 1), one(2, 50, 1), one(1, 1, 1)]
    expect(stayInPlace(shown, next).map(({ pid, cpu }) => [pid, cpu])).toEqual([
      [1, 1],
      [2, 50],
      [3, 99],
    ])
  })
  test('go when they end; new ones come last, also with a number that was used before', () => {
    const next = [one(9, 99, 1), one(3, 50, 1), one(2, 50, 1, 2)]
    expect(pids(stayInPlace(shown, next))).toEqual([3, 9, 2])
  })
})
