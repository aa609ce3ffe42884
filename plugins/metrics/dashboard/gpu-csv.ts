import type { GpuColumn } from '@svc/plugin-metrics/gpu-columns'
import type { GpuRecord } from './device-model.ts'
import type { CsvColumn } from './metrics-csv.ts'

const hour = 3600

/** The place of the last of `times` that is not after `time`; -1 before the first. */
function placeOf(times: readonly number[], time: number): number {
  let [low, high] = [0, times.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((times[middle] as number) <= time) low = middle + 1
    else high = middle
  }
  return low - 1
}

interface Means {
  readonly values: (number | null)[]
  readonly counts: Uint32Array
}

/** A column per device and figure, in the rows of `times`; filled by parts, so that no more than one is in memory. */
export interface GpuCsv {
  add(records: readonly GpuRecord[]): void
  columns(): readonly CsvColumn[]
}

/** Records are by the minute. In a row that stands for an hour is the mean of those that lie in it. */
export function gpuCsv(times: readonly number[], declared: readonly GpuColumn[]): GpuCsv {
  const figures = declared.filter(({ name, type }) => type !== 'TEXT' && name !== 'device_index')
  const devices = new Map<string, { index: number; name: string; means: readonly Means[] }>()
  const empty = () =>
    figures.map((): Means => ({ values: Array(times.length).fill(null), counts: new Uint32Array(times.length) }))
  return {
    add(records) {
      for (const record of records) {
        const { device_index: index, device_name: name } = record
        if (typeof index !== 'number' || typeof name !== 'string') continue
        const time = Date.parse(record.time) / 1000
        const at = placeOf(times, time)
        if (at < 0 || time - (times[at] as number) >= hour) continue
        const key = `${index}:${name}`
        const device = devices.get(key) ?? { index, name, means: empty() }
        devices.set(key, device)
        for (const [i, { values, counts }] of device.means.entries()) {
          const value = record[figures[i]?.name ?? '']
          if (typeof value !== 'number') continue
          const count = (counts[at] as number) + 1
          const before = values[at] ?? 0
          counts[at] = count
          values[at] = before + (value - before) / count
        }
      }
    },
    columns: () =>
      [...devices.values()]
        .sort((a, b) => a.index - b.index || a.name.localeCompare(b.name, 'en'))
        .flatMap(({ index, name, means }) =>
          means.map(({ values }, i) => ({ head: `gpu ${index} ${name} ${figures[i]?.name}`, values })),
        ),
  }
}
