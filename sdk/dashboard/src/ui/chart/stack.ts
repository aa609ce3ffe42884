type List = readonly (number | null)[]

/** Cumulative sums from the first list upwards. A missing value counts as 0 if another list has one, else stays null. */
export function stack(lists: readonly List[]): List[] {
  const [first] = lists
  if (!first) return []
  const hasValue = first.map((_, row) => lists.some((list) => list[row] !== null))
  let below: List = first.map(() => 0)
  return lists.map((list) => {
    const sums = list.map((value, row) => (hasValue[row] ? (below[row] ?? 0) + (value ?? 0) : null))
    below = sums
    return sums
  })
}
