/** The state of the network page that lives in the address. Absent members filter nothing. */
export interface FleetSearch {
  readonly q?: string
}

const longest = 200

/** Accepts any query string; what it does not understand is left out. */
export function parseFleetSearch(raw: Readonly<Record<string, string>>): FleetSearch {
  const q = raw.q?.slice(0, longest)
  return q ? { q } : {}
}
