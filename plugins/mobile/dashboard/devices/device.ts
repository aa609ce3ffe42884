/** A phone that is signed in as the user. */
export interface Device {
  readonly id: string
  readonly device_name: string
  /** what the app calls its own copy on the phone */
  readonly installation_id: string
  readonly created_at: string
  readonly last_used_at: string
}

export const devicesPath = '/api/mobile/auth/devices'

const shortLength = 8

/** Enough of an installation to tell two phones of the same name apart. */
export const shortInstallation = (id: string): string => {
  const letters = Array.from(id)
  return letters.length > shortLength + 4 ? `${letters.slice(0, shortLength).join('')}…` : id
}

/** What changes when a phone is paired, also when it was paired before. */
const pairingOf = ({ id, created_at }: Device) => `${id} ${created_at}`

/** The pairings there are, to find the next one. */
export const pairingsOf = (devices: readonly Device[]): ReadonlySet<string> => new Set(devices.map(pairingOf))

/** The newest device that was paired after `known` was taken. */
export const newDevice = (known: ReadonlySet<string>, devices: readonly Device[]): Device | undefined =>
  devices
    .filter((device) => !known.has(pairingOf(device)))
    .sort((a, b) => Date.parse(b.created_at) - Date.parse(a.created_at))[0]
