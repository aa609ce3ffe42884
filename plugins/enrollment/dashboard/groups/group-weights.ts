import type { Group } from '@svc/plugin-enrollment/contract'

type Weighed = Pick<Group, 'id' | 'weight'>

/**
 * The weights to change to move the group at `from` to `to`. Other groups get a new weight only if theirs does not give
 * the right order already.
 */
export function weightsAfterMove(groups: readonly Weighed[], from: number, to: number): readonly Weighed[] {
  const moved = groups[from]
  if (!moved || to < 0 || to >= groups.length) return []
  const rest = groups.filter((_, index) => index !== from)
  const order = [...rest.slice(0, to), moved, ...rest.slice(to)]
  // From the bottom up: each weight must be higher than the one below.
  const weights = new Map<string, number>()
  let below = Number.NEGATIVE_INFINITY
  for (const { id, weight } of [...order].reverse()) {
    const newWeight = weight > below ? weight : Math.floor(below) + 10
    weights.set(id, Number.isFinite(newWeight) ? newWeight : 0)
    below = weights.get(id) ?? 0
  }
  return order.flatMap(({ id, weight }) => {
    const newWeight = weights.get(id) ?? weight
    return newWeight === weight ? [] : [{ id, weight: newWeight }]
  })
}
