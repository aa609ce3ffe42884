import type { Unit } from '@svc/dashboard-sdk'
import { diskRates, totalRates } from './disk-io.js'
import type { Sample } from './sample.js'

type Values = readonly (number | null)[]

/** One line; `id` is the key of its name. */
export interface Line {
  readonly id: string
  readonly values: Values
  /** 1 to 6 */
  readonly color: number
}

/** One chart, before it has words. */
export interface ChartModel {
  readonly id: string
  /** key of the title */
  readonly title: string
  /** name of the device, for charts of which there are several */
  readonly device?: string
  readonly unit: Unit
  readonly lines: readonly Line[]
}

/** Bytes; 0 while they are not known. */
export interface Totals {
  readonly mem_total: number
  readonly swap_total: number
  readonly disk_total: number
}

const column = (samples: readonly Sample[], pick: (sample: Sample) => number | null | undefined): Values =>
  samples.map((sample) => {
    const value = pick(sample)
    return value === undefined || value === null || !Number.isFinite(value) ? null : value
  })

const shareOf = (total: number) => (used: number) => (total > 0 ? Math.min(100, (100 * used) / total) : null)

/** The charts that both live reports and stored records can fill. */
export function coreCharts(samples: readonly Sample[], totals: Totals): readonly ChartModel[] {
  const memory = shareOf(totals.mem_total)
  const swap = shareOf(totals.swap_total)
  const disk = shareOf(totals.disk_total)
  const swapLine: Line = { id: 'swap', values: column(samples, (sample) => swap(sample.swap_used)), color: 6 }
  return [
    chart('cpu', 'percent', [{ id: 'cpu', values: column(samples, (sample) => sample.cpu), color: 1 }]),
    chart('memory', 'percent', [
      { id: 'memory', values: column(samples, (sample) => memory(sample.mem_used)), color: 3 },
      ...(totals.swap_total > 0 ? [swapLine] : []),
    ]),
    chart('network', 'rate', [
      { id: 'in', values: column(samples, (sample) => sample.net_in_speed), color: 1 },
      { id: 'out', values: column(samples, (sample) => sample.net_out_speed), color: 2 },
    ]),
    chart('disk', 'percent', [{ id: 'disk', values: column(samples, (sample) => disk(sample.disk_used)), color: 4 }]),
    chart('load', 'number', [{ id: 'load', values: column(samples, (sample) => sample.load1), color: 5 }]),
  ]
}

/** The charts that need stored records, as far as these have something to show. */
export function recordCharts(samples: readonly Sample[]): readonly ChartModel[] {
  const temperature = column(samples, (sample) => sample.temperature)
  const gpu = column(samples, (sample) => sample.gpu_usage)
  const devices = diskRates(samples)
  const rates = (id: string, device: string | undefined, { read, write }: { read: Values; write: Values }) => ({
    ...chart(id, 'rate', [
      { id: 'read', values: read, color: 1 },
      { id: 'write', values: write, color: 2 },
    ]),
    title: device === undefined ? 'io' : 'ioOf',
    ...(device === undefined ? {} : { device }),
  })
  return [
    ...(devices.length > 0 ? [rates('io', undefined, totalRates(devices))] : []),
    ...(devices.length > 1 ? devices.map((device) => rates(`io:${device.name}`, device.name, device)) : []),
    ...(known(temperature)
      ? [chart('temperature', 'celsius', [{ id: 'temperature', values: temperature, color: 2 }])]
      : []),
    ...(known(gpu) ? [chart('gpu', 'percent', [{ id: 'gpu', values: gpu, color: 4 }])] : []),
  ]
}

const known = (values: Values) => values.some((value) => value !== null)

const chart = (id: string, unit: Unit, lines: readonly Line[]): ChartModel => ({ id, title: id, unit, lines })

/** Mean, largest and last value of a line; NaN when it has none. */
export function statsOf(values: Values): { readonly mean: number; readonly max: number; readonly last: number } {
  let sum = 0
  let count = 0
  let max = Number.NEGATIVE_INFINITY
  for (const value of values) {
    if (value === null) continue
    sum += value
    count++
    if (value > max) max = value
  }
  const last = values.at(-1) ?? Number.NaN
  return count > 0 ? { mean: sum / count, max, last } : { mean: Number.NaN, max: Number.NaN, last }
}
