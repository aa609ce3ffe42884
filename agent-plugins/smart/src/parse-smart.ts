import type { SmartDisk } from '@svc/plugin-smart/wire'

const maxText = 128

type Json = Readonly<Record<string, unknown>>
const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value)
const member = (value: unknown, ...path: string[]): unknown =>
  path.reduce<unknown>((at, name) => (isObject(at) ? at[name] : undefined), value)
const toText = (value: unknown) => (typeof value === 'string' ? value.slice(0, maxText) : '')
const toNumber = (value: unknown) =>
  typeof value === 'number' && Number.isFinite(value) && value >= 0 ? Math.trunc(value) : null

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** A disk that `smartctl --scan` found, and how to address it. */
export interface FoundDisk {
  readonly name: string
  readonly type: string
}

export function parseScan(text: string): FoundDisk[] {
  const devices = member(parse(text), 'devices')
  if (!Array.isArray(devices)) return []
  return devices.flatMap((device) => {
    const [name, type] = [member(device, 'name'), member(device, 'type')]
    return typeof name === 'string' && name.startsWith('/dev/') && typeof type === 'string' ? [{ name, type }] : []
  })
}

/** Raw values of the ATA attributes that tell of failing sectors. */
function rawAttribute(report: unknown, id: number): number | null {
  const table = member(report, 'ata_smart_attributes', 'table')
  if (!Array.isArray(table)) return null
  return toNumber(
    member(
      table.find((row) => member(row, 'id') === id),
      'raw',
      'value',
    ),
  )
}

/** Parses `smartctl -j -i -H -A`; null if the disk does not tell its health, for example because it sleeps. */
export function parseDisk(text: string, { name }: FoundDisk): SmartDisk | null {
  const report = parse(text)
  const passed = member(report, 'smart_status', 'passed')
  if (typeof passed !== 'boolean') return null
  const nvme = member(report, 'nvme_smart_health_information_log')
  return {
    device: name.slice(0, maxText),
    model: toText(member(report, 'model_name') ?? member(report, 'scsi_model_name')),
    serial: toText(member(report, 'serial_number')),
    passed,
    celsius: toNumber(member(report, 'temperature', 'current')),
    power_on_hours: toNumber(member(report, 'power_on_time', 'hours')),
    used_percent: toNumber(member(nvme, 'percentage_used')),
    reallocated: rawAttribute(report, 5),
    pending: rawAttribute(report, 197),
    uncorrectable: rawAttribute(report, 198) ?? toNumber(member(nvme, 'media_errors')),
  }
}
