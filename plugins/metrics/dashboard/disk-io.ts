import type { Sample } from './sample.js'

/** Rates of one device, one value per sample; null where the sample has none. Bytes per second. */
export interface DeviceRates {
  readonly name: string
  readonly read: readonly (number | null)[]
  readonly write: readonly (number | null)[]
}

interface Entry {
  readonly name: string
  readonly read_bytes_per_sec: number
  readonly write_bytes_per_sec: number
}

const isEntry = (value: unknown): value is Entry => {
  const { name, read_bytes_per_sec: read, write_bytes_per_sec: write } = (value ?? {}) as Partial<Entry>
  return typeof name === 'string' && Number.isFinite(read) && Number.isFinite(write)
}

function entriesOf(text: string | null | undefined): readonly Entry[] {
  if (!text) return []
  try {
    const value: unknown = JSON.parse(text)
    return Array.isArray(value) ? value.filter(isEntry) : []
  } catch {
    return []
  }
}

/** The devices of the samples by name. Empty when no sample says anything about a disk. */
export function diskRates(samples: readonly Sample[]): readonly DeviceRates[] {
  const devices = new Map<string, { read: (number | null)[]; write: (number | null)[] }>()
  samples.forEach((sample, index) => {
    for (const entry of entriesOf(sample.disk_io_json)) {
      const nothing = () => Array.from({ length: samples.length }, () => null)
      const device = devices.get(entry.name) ?? { read: nothing(), write: nothing() }
      devices.set(entry.name, device)
      device.read[index] = entry.read_bytes_per_sec
      device.write[index] = entry.write_bytes_per_sec
    }
  })
  return [...devices].map(([name, rates]) => ({ name, ...rates })).sort((a, b) => a.name.localeCompare(b.name, 'en'))
}

/** All devices together. */
export function totalRates(devices: readonly DeviceRates[]): Omit<DeviceRates, 'name'> {
  const sum = (which: 'read' | 'write') =>
    (devices[0]?.[which] ?? []).map((_, index) => {
      const values = devices.map((device) => device[which][index] ?? null).filter((value) => value !== null)
      return values.length > 0 ? values.reduce((total, value) => total + value, 0) : null
    })
  return { read: sum('read'), write: sum('write') }
}
