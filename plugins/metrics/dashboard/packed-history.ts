import type { HistoryData } from './build-history.ts'
import type { ChartModel, Line } from './chart-model.ts'
import type { DeviceValues, Frame, Values } from './frame.ts'

/*
 * History in transferable arrays, which move between threads without a copy. Unpacked lazily: of two hundred disks, only
 * four are drawn.
 */

/** NaN stands for null. */
type Numbers = Float64Array<ArrayBuffer>
type Packed<T> = Omit<T, 'values'> & { readonly values: Numbers }
type PackedModel = Omit<ChartModel, 'lines'> & { readonly lines: readonly Packed<Line>[] }
type PackedLists = Readonly<Record<string, Numbers>>

export interface PackedHistory extends Pick<HistoryData, 'gapAfter' | 'hours'> {
  readonly times: readonly number[]
  readonly values: PackedLists
  readonly lists: Readonly<Record<string, readonly { readonly name: string; readonly values: PackedLists }[]>>
  readonly charts: readonly PackedModel[]
  readonly devices: readonly PackedModel[]
}

const mapValues = <T, U>(record: Readonly<Record<string, T>>, to: (value: T) => U): Readonly<Record<string, U>> =>
  Object.fromEntries(Object.entries(record).map(([name, value]) => [name, to(value)]))

/** Packs each list once. `buffers` must be transferred. */
export function pack({ frame, charts, devices, gapAfter, hours }: HistoryData): {
  packed: PackedHistory
  buffers: readonly ArrayBuffer[]
} {
  const packedLists = new Map<Values, Numbers>()
  const numbers = (values: Values): Numbers => {
    const found = packedLists.get(values) ?? Float64Array.from(values, (value) => value ?? Number.NaN)
    packedLists.set(values, found)
    return found
  }
  const model = ({ lines, ...rest }: ChartModel): PackedModel => ({
    ...rest,
    lines: lines.map((line) => ({ ...line, values: numbers(line.values) })),
  })
  const device = ({ name, values }: DeviceValues) => ({ name, values: mapValues(values, numbers) })
  const packed = {
    times: frame.times,
    values: mapValues(frame.values, numbers),
    lists: mapValues(frame.devices, (list) => list.map(device)),
    charts: charts.map(model),
    devices: devices.map(model),
    gapAfter,
    hours,
  }
  return { packed, buffers: [...packedLists.values()].map(({ buffer }) => buffer) }
}

const unpacked = new WeakMap<Numbers, Values>()

/** Returns the same array every time, so that memoized charts do not change. */
function unpackValues(numbers: Numbers): Values {
  const found = unpacked.get(numbers) ?? Array.from(numbers, (value) => (Number.isNaN(value) ? null : value))
  unpacked.set(numbers, found)
  return found
}

const unpackLine = ({ values: numbers, ...line }: Packed<Line>): Line => ({
  ...line,
  get values() {
    return unpackValues(numbers)
  },
})

export const unpackChart = ({ lines, ...rest }: PackedModel): ChartModel => ({ ...rest, lines: lines.map(unpackLine) })

export const unpackFrame = ({ times, values, lists }: PackedHistory): Frame => ({
  times,
  values: mapValues(values, unpackValues),
  devices: mapValues(lists, (list) =>
    list.map(({ name, values }) => ({ name, values: mapValues(values, unpackValues) })),
  ),
})

export const hasValues = (numbers: Numbers | undefined): boolean =>
  numbers?.some((value) => !Number.isNaN(value)) ?? false
