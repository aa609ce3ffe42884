/** Keeps the top `size` of the offered items, ordered by `before`. Stable. */
export function makeTop<T>(size: number, before: (a: T, b: T) => boolean) {
  const items: T[] = []
  return {
    offer(item: T): void {
      const last = items.at(-1)
      if (items.length === size && (last === undefined || !before(item, last))) return
      let at = items.length
      while (at > 0 && before(item, items[at - 1] as T)) at--
      items.splice(at, 0, item)
      if (items.length > size) items.pop()
    },
    items: (): readonly T[] => items,
  }
}
