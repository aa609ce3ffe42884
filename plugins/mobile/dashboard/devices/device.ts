/** A paired phone. */
export interface Device {
  readonly id: string
  readonly device_name: string
  /** id that the app generated at installation */
  readonly installation_id: string
  readonly created_at: string
  readonly last_used_at: string
}

export const devicesPath = '/api/mobile/auth/devices'

const shortLength = 8

/** Short form to tell phones of the same name apart. */
export const shortInstallation = (id: string): string => {
  const letters = Array.from(id)
  return letters.length > shortLength + 4 ? `${letters.slice(0, shortLength).join('')}…` : id
}

/** Changes whenever a phone is paired, also again. */
const pairingOf = ({ id, created_at }: Device) => `${id} ${created_at}`

/** Snapshot for `newDevice`. */
export const pairingsOf = (devices: readonly Device[]): ReadonlySet<string> => new Set(devices.map(pairingOf))

/** The newest device paired after the snapshot `before`. */
export const newDevice = (before: ReadonlySet<string>, devices: readonly Device[]): Device | undefined =>
  devices
    .filter((device) => !before.has(pairingOf(device)))
    .sort((a, b) => Date.parse(b.created_at) - Date.parse(a.created_at))[0]
