/**
 * Returns `next` in the order of `shown` if both contain the same items, else `next` unchanged. Keeps rows from moving under
 * the pointer or the focus.
 */
export function keepOrder<T extends { readonly id: string }>(shown: readonly T[], next: readonly T[]): readonly T[] {
  if (shown.length !== next.length) return next
  const byId = new Map(next.map((item) => [item.id, item]))
  const ordered: T[] = []
  for (const { id } of shown) {
    const item = byId.get(id)
    if (!item) return next
    ordered.push(item)
  }
  return ordered
}
