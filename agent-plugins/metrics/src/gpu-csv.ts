import type { Static } from '@sinclair/typebox'
import type { GpuDevice, GpuReport } from '@svc/protocol'

/** The fields queried from nvidia-smi. The name comes last because it may contain commas. */
export const queriedFields = 'index,count,memory.total,memory.used,utilization.gpu,temperature.gpu,name'

interface DeviceLine {
  readonly index: number
  readonly count: number
  readonly device: GpuDevice
}

const mebibyte = 1024 * 1024
/** `[N/A]`, `[Not Supported]` and the like become 0. */
const toNumber = (text: string) => (Number.isFinite(Number(text)) && Number(text) > 0 ? Number(text) : 0)

/** Parses a line of `--format=csv,noheader,nounits`; null for other output. */
export function parseLine(line: string): DeviceLine | null {
  const [index = '', count = '', total = '', used = '', utilization = '', temperature = '', ...name] = line.split(', ')
  if (!/^\d+$/.test(index) || !/^\d+$/.test(count) || name.length === 0) return null
  return {
    index: Number(index),
    count: Number(count),
    device: {
      name: name.join(', ').trim(),
      mem_total: Math.trunc(toNumber(total) * mebibyte),
      mem_used: Math.trunc(toNumber(used) * mebibyte),
      utilization: toNumber(utilization),
      temperature: toNumber(temperature),
    },
  }
}

/** The report of these devices. */
export function summarize(devices: readonly GpuDevice[]): Static<typeof GpuReport> {
  const sum = devices.reduce((total, { utilization }) => total + utilization, 0)
  return {
    count: devices.length,
    average_usage: devices.length ? sum / devices.length : 0,
    detailed_info: [...devices],
  }
}

/** Collects one line per device. Returns a report with the last line of a round, otherwise null. */
export function makeRoundCollector(): (line: string) => Static<typeof GpuReport> | null {
  let devices = new Map<number, GpuDevice>()
  return (line) => {
    const parsed = parseLine(line)
    if (!parsed) return null
    // The same device again: a line of the previous round was lost.
    if (devices.has(parsed.index)) devices = new Map()
    devices.set(parsed.index, parsed.device)
    if (devices.size < parsed.count) return null
    const ordered = [...devices].sort(([a], [b]) => a - b).map(([, device]) => device)
    devices = new Map()
    return summarize(ordered)
  }
}
