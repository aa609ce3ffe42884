/** Moves the item at `index` by one position. */
export function moveItem(ids: readonly string[], index: number, step: -1 | 1): readonly string[] {
  const moved = [...ids]
  const [item] = moved.splice(index, 1)
  if (item !== undefined) moved.splice(index + step, 0, item)
  return moved
}
