import type { Static } from '@sinclair/typebox'
import type { GpuDevice, GpuReport } from '@svc/protocol'

/** What the driver's tool is asked for. The name comes last, because it may hold a comma. */
export const queriedFields = 'index,count,memory.total,memory.used,utilization.gpu,temperature.gpu,name'

interface Line {
  readonly index: number
  readonly count: number
  readonly device: GpuDevice
}

const mebibyte = 1024 * 1024
/** `[N/A]`, `[Not Supported]` and the like read as 0. */
const figure = (text: string) => (Number.isFinite(Number(text)) && Number(text) > 0 ? Number(text) : 0)

/** One line of `--format=csv,noheader,nounits`; null for anything else the tool prints. */
export function parseLine(line: string): Line | null {
  const [index = '', count = '', total = '', used = '', utilization = '', temperature = '', ...name] = line.split(', ')
  if (!/^\d+$/.test(index) || !/^\d+$/.test(count) || name.length === 0) return null
  return {
    index: Number(index),
    count: Number(count),
    device: {
      name: name.join(', ').trim(),
      mem_total: Math.trunc(figure(total) * mebibyte),
      mem_used: Math.trunc(figure(used) * mebibyte),
      utilization: figure(utilization),
      temperature: figure(temperature),
    },
  }
}

function summarize(devices: readonly GpuDevice[]): Static<typeof GpuReport> {
  const sum = devices.reduce((total, { utilization }) => total + utilization, 0)
  return {
    count: devices.length,
    average_usage: devices.length ? sum / devices.length : 0,
    detailed_info: [...devices],
  }
}

/** Collects lines into rounds: returns a report with the line that completes a round, null otherwise. */
export function makeRounds(): (line: string) => Static<typeof GpuReport> | null {
  let devices = new Map<number, GpuDevice>()
  return (line) => {
    const parsed = parseLine(line)
    if (!parsed) return null
    // The same device again: the last round lost a line.
    if (devices.has(parsed.index)) devices = new Map()
    devices.set(parsed.index, parsed.device)
    if (devices.size < parsed.count) return null
    const ordered = [...devices].sort(([a], [b]) => a - b).map(([, device]) => device)
    devices = new Map()
    return summarize(ordered)
  }
}
