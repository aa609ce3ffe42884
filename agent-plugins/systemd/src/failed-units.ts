import type { FailedUnit } from '@svc/plugin-systemd/wire'

/** A host with more has one cause for all of them. */
const maxUnits = 100
const maxText = 256

/** Parses `systemctl list-units --failed --plain --no-legend`: unit, load, active, sub, description. */
export function parseFailedUnits(text: string): FailedUnit[] {
  const units: FailedUnit[] = []
  for (const line of text.split('\n')) {
    // Older versions mark failed units although they are told not to.
    const [, name, active, sub, description] =
      /^(?:[●*] )?\s*(\S+)\s+\S+\s+(\S+)\s+(\S+)\s*(.*)$/.exec(line.trimEnd()) ?? []
    if (!name || active !== 'failed' || sub === undefined) continue
    units.push({ name: name.slice(0, maxText), description: (description ?? '').slice(0, maxText) })
  }
  return units.sort((a, b) => (a.name < b.name ? -1 : 1)).slice(0, maxUnits)
}
