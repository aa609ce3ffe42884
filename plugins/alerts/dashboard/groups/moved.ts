/** The ids with the one at `index` moved by `step`. */
export function moved(ids: readonly string[], index: number, step: -1 | 1): readonly string[] {
  const next = [...ids]
  const [one] = next.splice(index, 1)
  if (one !== undefined) next.splice(index + step, 0, one)
  return next
}
