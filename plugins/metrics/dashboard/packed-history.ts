import type { WorkedOut } from './build-history.ts'
import type { ChartModel, Line } from './chart-model.ts'
import type { DeviceValues, Frame, Values } from './frame.ts'

/*
 * Lists of numbers as they go to another thread without a copy. They are unpacked when somebody looks at them: of two
 * hundred disks four are drawn.
 */

/** NaN is none. */
type Numbers = Float64Array<ArrayBuffer>
type Packed<T> = Omit<T, 'values'> & { readonly values: Numbers }
type PackedModel = Omit<ChartModel, 'lines'> & { readonly lines: readonly Packed<Line>[] }
type PackedLists = Readonly<Record<string, Numbers>>

export interface PackedHistory extends Pick<WorkedOut, 'gapAfter' | 'hours'> {
  readonly times: readonly number[]
  readonly values: PackedLists
  readonly lists: Readonly<Record<string, readonly { readonly name: string; readonly values: PackedLists }[]>>
  readonly charts: readonly PackedModel[]
  readonly devices: readonly PackedModel[]
}

const mapped = <T, U>(record: Readonly<Record<string, T>>, to: (value: T) => U): Readonly<Record<string, U>> =>
  Object.fromEntries(Object.entries(record).map(([name, value]) => [name, to(value)]))

/** The same list is packed once. `buffers` are to be transferred. */
export function pack({ frame, charts, devices, gapAfter, hours }: WorkedOut): {
  packed: PackedHistory
  buffers: readonly ArrayBuffer[]
} {
  const known = new Map<Values, Numbers>()
  const numbers = (values: Values): Numbers => {
    const found = known.get(values) ?? Float64Array.from(values, (value) => value ?? Number.NaN)
    known.set(values, found)
    return found
  }
  const model = ({ lines, ...rest }: ChartModel): PackedModel => ({
    ...rest,
    lines: lines.map((line) => ({ ...line, values: numbers(line.values) })),
  })
  const device = ({ name, values }: DeviceValues) => ({ name, values: mapped(values, numbers) })
  const packed = {
    times: frame.times,
    values: mapped(frame.values, numbers),
    lists: mapped(frame.devices, (list) => list.map(device)),
    charts: charts.map(model),
    devices: devices.map(model),
    gapAfter,
    hours,
  }
  return { packed, buffers: [...known.values()].map(({ buffer }) => buffer) }
}

const unpacked = new WeakMap<Numbers, Values>()

/** The same list every time, so that what is drawn of it is the same. */
function valuesOf(numbers: Numbers): Values {
  const found = unpacked.get(numbers) ?? Array.from(numbers, (value) => (Number.isNaN(value) ? null : value))
  unpacked.set(numbers, found)
  return found
}

const lineOf = ({ values: numbers, ...line }: Packed<Line>): Line => ({
  ...line,
  get values() {
    return valuesOf(numbers)
  },
})

export const modelOf = ({ lines, ...rest }: PackedModel): ChartModel => ({ ...rest, lines: lines.map(lineOf) })

export const frameIn = ({ times, values, lists }: PackedHistory): Frame => ({
  times,
  values: mapped(values, valuesOf),
  devices: mapped(lists, (list) => list.map(({ name, values }) => ({ name, values: mapped(values, valuesOf) }))),
})

export const hasValues = (numbers: Numbers | undefined): boolean =>
  numbers?.some((value) => !Number.isNaN(value)) ?? false
