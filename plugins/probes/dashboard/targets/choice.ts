/** Limit of a server. */
export const maxTargets = 20

/** The selected targets, and the number of targets beyond the limit. */
export interface Chosen {
  readonly ids: ReadonlySet<string>
  readonly rejected: number
}

/** How many more can be selected. */
export const roomLeft = (ids: ReadonlySet<string>): number => Math.max(0, maxTargets - ids.size)

/** Adds the listed targets from the top, up to the limit. */
export function addShown(ids: ReadonlySet<string>, shown: readonly string[]): Chosen {
  const fresh = shown.filter((id) => !ids.has(id))
  const fitting = fresh.slice(0, roomLeft(ids))
  return { ids: new Set([...ids, ...fitting]), rejected: fresh.length - fitting.length }
}

/** Removes the listed targets. */
export function removeShown(ids: ReadonlySet<string>, shown: readonly string[]): ReadonlySet<string> {
  const removed = new Set(shown)
  return new Set([...ids].filter((id) => !removed.has(id)))
}

/** Toggles a target; adds it only below the limit. */
export function toggled(ids: ReadonlySet<string>, id: string): ReadonlySet<string> {
  if (ids.has(id)) return removeShown(ids, [id])
  return addShown(ids, [id]).ids
}

export const sameChoice = (a: ReadonlySet<string>, b: ReadonlySet<string>): boolean =>
  a.size === b.size && [...a].every((id) => b.has(id))
