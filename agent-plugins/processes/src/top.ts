/** Keeps the first `size` items by `before`, whatever many are offered; equal ones stay in the order they came. */
export function makeTop<T>(size: number, before: (a: T, b: T) => boolean) {
  const kept: T[] = []
  return {
    offer(item: T): void {
      const last = kept.at(-1)
      if (kept.length === size && (last === undefined || !before(item, last))) return
      let at = kept.length
      while (at > 0 && before(item, kept[at - 1] as T)) at--
      kept.splice(at, 0, item)
      if (kept.length > size) kept.pop()
    },
    items: (): readonly T[] => kept,
  }
}
