import type { NetworkTarget } from '@svc/plugin-probes/contract'

/** A target that has a card: one that is probed, or one whose rounds are still known. */
export interface Probed {
  readonly target: NetworkTarget
  readonly assigned: boolean
}

/** The targets of a server, and after them those that were taken away but have rounds in what is shown. */
export function probedOf(
  assigned: readonly NetworkTarget[],
  all: readonly NetworkTarget[],
  measured: Iterable<string>,
): readonly Probed[] {
  const known = new Set(assigned.map(({ id }) => id))
  const byId = new Map(all.map((target) => [target.id, target]))
  const former = [...measured].filter((id) => !known.has(id)).flatMap((id) => byId.get(id) ?? [])
  return [
    ...assigned.map((target) => ({ target, assigned: true })),
    ...former.map((target) => ({ target, assigned: false })),
  ]
}
