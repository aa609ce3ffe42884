/**
 * `next` in the order that `shown` has, as long as both hold the same things; else `next` as it is. For a list whose order
 * would change under the pointer or the focus.
 */
export function keepOrder<T extends { readonly id: string }>(shown: readonly T[], next: readonly T[]): readonly T[] {
  if (shown.length !== next.length) return next
  const byId = new Map(next.map((item) => [item.id, item]))
  const kept: T[] = []
  for (const { id } of shown) {
    const item = byId.get(id)
    if (!item) return next
    kept.push(item)
  }
  return kept
}
