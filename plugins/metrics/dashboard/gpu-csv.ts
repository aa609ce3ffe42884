import { type AbsoluteRange, ApiError } from '@svc/dashboard-sdk'
import type { GpuColumn } from '@svc/plugin-metrics/gpu-columns'
import type { GpuRecord } from './device-model.ts'
import type { Values } from './frame.ts'

/** A column and its heading. */
export interface CsvColumn {
  readonly header: string
  readonly values: Values
}

const hour = 3600

/** Index of the last of `times` that is not after `time`; -1 if there is none. */
function indexBefore(times: readonly number[], time: number): number {
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

/** One column per device and metric, aligned to `times`; filled chunk by chunk to save memory. */
export interface GpuCsv {
  add(records: readonly GpuRecord[]): void
  columns(): readonly CsvColumn[]
}

/** Hourly rows contain the mean of their per-minute records. */
export function makeGpuCsv(times: readonly number[], declared: readonly GpuColumn[]): GpuCsv {
  const metrics = declared.filter(({ name, type }) => type !== 'TEXT' && name !== 'device_index')
  const devices = new Map<string, { index: number; name: string; means: readonly Means[] }>()
  const empty = () =>
    metrics.map((): Means => ({ values: Array(times.length).fill(null), counts: new Uint32Array(times.length) }))
  return {
    add(records) {
      for (const record of records) {
        const { device_index: index, device_name: name } = record
        if (typeof index !== 'number' || typeof name !== 'string') continue
        const time = Date.parse(record.time) / 1000
        const at = indexBefore(times, time)
        if (at < 0 || time - (times[at] as number) >= hour) continue
        const key = `${index}:${name}`
        const device = devices.get(key) ?? { index, name, means: empty() }
        devices.set(key, device)
        for (const [i, { values, counts }] of device.means.entries()) {
          const value = record[metrics[i]?.name ?? '']
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
          means.map(({ values }, i) => ({ header: `gpu ${index} ${name} ${metrics[i]?.name}`, values })),
        ),
  }
}

/** Fits the records of a host with eight devices into one response. */
const maxChunkSeconds = 7 * 24 * hour

type Read = (span: AbsoluteRange) => Promise<readonly GpuRecord[]>

/** Reads the records of a span, ends inclusive, in chunks. Chunks that are too large are split in half. */
export async function readInChunks(
  span: AbsoluteRange,
  read: Read,
  take: Parameters<typeof readOrSplit>[1],
): Promise<void> {
  for (let from = span.from; from <= span.to; from += maxChunkSeconds) {
    await readOrSplit({ from, to: Math.min(span.to, from + maxChunkSeconds - 1) }, take, read)
  }
}

async function readOrSplit(
  span: AbsoluteRange,
  take: (records: readonly GpuRecord[]) => void,
  read: Read,
): Promise<void> {
  try {
    take(await read(span))
  } catch (error) {
    const isTooMuch = error instanceof ApiError && error.status === 422
    if (!isTooMuch || span.to - span.from < hour) throw error
    const middle = Math.floor((span.from + span.to) / 2)
    await readOrSplit({ from: span.from, to: middle }, take, read)
    await readOrSplit({ from: middle + 1, to: span.to }, take, read)
  }
}
