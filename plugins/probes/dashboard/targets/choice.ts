/** Targets that a server may have. */
export const maxTargets = 20

/** What was chosen, and how many of those that were meant found no room. */
export interface Chosen {
  readonly ids: ReadonlySet<string>
  readonly refused: number
}

/** How many more may be chosen. */
export const roomLeft = (ids: ReadonlySet<string>): number => Math.max(0, maxTargets - ids.size)

/** Adds what is shown, from the top, as long as there is room. */
export function addShown(ids: ReadonlySet<string>, shown: readonly string[]): Chosen {
  const fresh = shown.filter((id) => !ids.has(id))
  const fitting = fresh.slice(0, roomLeft(ids))
  return { ids: new Set([...ids, ...fitting]), refused: fresh.length - fitting.length }
}

/** Takes away what is shown. */
export function removeShown(ids: ReadonlySet<string>, shown: readonly string[]): ReadonlySet<string> {
  const gone = new Set(shown)
  return new Set([...ids].filter((id) => !gone.has(id)))
}

/** Turns one on or off; on only while there is room. */
export function toggled(ids: ReadonlySet<string>, id: string): ReadonlySet<string> {
  if (ids.has(id)) return removeShown(ids, [id])
  return addShown(ids, [id]).ids
}

export const sameChoice = (a: ReadonlySet<string>, b: ReadonlySet<string>): boolean =>
  a.size === b.size && [...a].every((id) => b.has(id))
