import type { DiskIo } from '@svc/protocol'
import { type Aggregate, columns, type MetricColumn, rounded } from '../columns.ts'
import type { Cell, RecordBlock } from '../record-block.ts'

/** The truncated mean of integers, exact even for sums beyond 2^53. */
function wholeMean(numbers: readonly number[]): number {
  const sum = numbers.reduce((total, number) => total + number, 0)
  if (Number.isSafeInteger(sum)) return Math.trunc(sum / numbers.length)
  return Number(numbers.reduce((total, number) => total + BigInt(number), 0n) / BigInt(numbers.length))
}

const mean = (numbers: readonly number[]) =>
  rounded(numbers.reduce((total, number) => total + number, 0) / numbers.length)

const byName = ([a]: readonly [string, unknown], [b]: readonly [string, unknown]) => (a < b ? -1 : a > b ? 1 : 0)

/** Mean rates per device, over the lists that contain it. */
function deviceMeans(lists: readonly string[]): string {
  const disks = lists.flatMap((list) => JSON.parse(list) as DiskIo[])
  const devices = Map.groupBy(disks, (disk) => disk.name)
  return JSON.stringify(
    [...devices].sort(byName).map(([name, disks]) => ({
      name,
      read_bytes_per_sec: wholeMean(disks.map((disk) => disk.read_bytes_per_sec)),
      write_bytes_per_sec: wholeMean(disks.map((disk) => disk.write_bytes_per_sec)),
    })),
  )
}

type Fold = (cells: readonly never[], type: MetricColumn['type']) => Cell

const folds: Record<Aggregate, Fold> = {
  mean: (numbers: readonly number[], type) => (type === 'INTEGER' ? wholeMean(numbers) : mean(numbers)),
  deviceMeans,
}

/** Aggregates an hour of records into one; each column as it declares, ignoring nulls. */
export const hourlyRecord = ({ cells }: RecordBlock): Cell[] =>
  columns.map(({ aggregate, type }, c) => {
    const present = (cells[c] ?? []).filter((cell) => cell !== null)
    return present.length === 0 ? null : folds[aggregate](present as never[], type)
  })
