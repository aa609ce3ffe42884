type List = readonly (number | null)[]

/**
 * Sums from the first list upwards. Where at least one list has a value the others count as nothing, so that the pile
 * is not torn; where none has, none gets one.
 */
export function stack(lists: readonly List[]): List[] {
  const [first] = lists
  if (!first) return []
  const known = first.map((_, row) => lists.some((list) => list[row] !== null))
  let below: List = first.map(() => 0)
  return lists.map((list) => {
    const sums = list.map((value, row) => (known[row] ? (below[row] ?? 0) + (value ?? 0) : null))
    below = sums
    return sums
  })
}
