/** One device of a list, with a number for each member that was asked for. */
export type DeviceEntry = Readonly<Record<string, string | number>> & { readonly name: string }

/** The devices in a text of the API. Text that is no list, and what in it is no device, is left out. */
export function entriesOf(text: unknown, members: readonly string[]): readonly DeviceEntry[] {
  if (typeof text !== 'string' || text === '') return []
  const isEntry = (value: unknown): value is DeviceEntry => {
    const device = (value ?? {}) as Readonly<Record<string, unknown>>
    return typeof device.name === 'string' && members.every((member) => Number.isFinite(device[member]))
  }
  try {
    const value: unknown = JSON.parse(text)
    return Array.isArray(value) ? value.filter(isEntry) : []
  } catch {
    return []
  }
}
