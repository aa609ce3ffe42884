import type { Group } from '@svc/plugin-enrollment/contract'

type Weighed = Pick<Group, 'id' | 'weight'>

/**
 * The weights that have to change so that the group at `from` stands at `to`. Neighbours get weights of their own, ten
 * apart, only as far as the present ones do not say the order already.
 */
export function weightsAfterMove(groups: readonly Weighed[], from: number, to: number): readonly Weighed[] {
  const moved = groups[from]
  if (!moved || to < 0 || to >= groups.length) return []
  const rest = groups.filter((_, index) => index !== from)
  const order = [...rest.slice(0, to), moved, ...rest.slice(to)]
  // from the bottom: each has to weigh more than the one below it
  const weights = new Map<string, number>()
  let below = Number.NEGATIVE_INFINITY
  for (const { id, weight } of [...order].reverse()) {
    const wanted = weight > below ? weight : Math.floor(below) + 10
    weights.set(id, Number.isFinite(wanted) ? wanted : 0)
    below = weights.get(id) ?? 0
  }
  return order.flatMap(({ id, weight }) => {
    const wanted = weights.get(id) ?? weight
    return wanted === weight ? [] : [{ id, weight: wanted }]
  })
}
