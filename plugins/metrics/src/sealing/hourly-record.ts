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

type Device = Readonly<Record<string, string | number | null>>

/** The whole mean of what is known; null if nothing is. */
const knownMean = (values: readonly (string | number | null | undefined)[]) => {
  const known = values.filter((value) => typeof value === 'number')
  return known.length > 0 ? wholeMean(known) : null
}

/** Means per device, over the lists that contain it. The first member of a device is its name. */
function deviceMeans(lists: readonly string[]): string {
  const all = lists.flatMap((list) => JSON.parse(list) as Device[])
  const devices = Map.groupBy(all, (device) => String(Object.values(device)[0]))
  return JSON.stringify(
    [...devices]
      .sort(byName)
      .map(([, same]) =>
        Object.fromEntries(
          Object.entries(same[0] as Device).map(([member, value], i) => [
            member,
            i === 0 ? value : knownMean(same.map((device) => device[member])),
          ]),
        ),
      ),
  )
}

/** Means per position, over the lists that have it. */
function listMeans(lists: readonly string[]): string {
  const all = lists.map((list) => JSON.parse(list) as readonly number[])
  const length = Math.max(...all.map((list) => list.length))
  return JSON.stringify(Array.from({ length }, (_, i) => knownMean(all.map((list) => list[i]))))
}

type Fold = (cells: readonly never[], type: MetricColumn['type']) => Cell

const folds: Record<Aggregate, Fold> = {
  mean: (numbers: readonly number[], type) => (type === 'INTEGER' ? wholeMean(numbers) : mean(numbers)),
  deviceMeans,
  listMeans,
}

/** Aggregates an hour of records into one; each column as it declares, ignoring nulls. */
export const hourlyRecord = ({ cells }: RecordBlock): Cell[] =>
  columns.map(({ aggregate, type }, c) => {
    const present = (cells[c] ?? []).filter((cell) => cell !== null)
    return present.length === 0 ? null : folds[aggregate](present as never[], type)
  })
