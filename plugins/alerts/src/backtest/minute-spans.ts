/** Spans of minutes that are in both. Start and exclusive end of each, flattened, ascending. */
export function intersect(a: Uint32Array, b: Uint32Array): Uint32Array {
  const found: number[] = []
  let [i, j] = [0, 0]
  while (i < a.length && j < b.length) {
    const [aEnd, bEnd] = [a[i + 1] as number, b[j + 1] as number]
    const from = Math.max(a[i] as number, b[j] as number)
    const to = Math.min(aEnd, bEnd)
    if (from < to) found.push(from, to)
    if (aEnd < bEnd) i += 2
    else j += 2
  }
  return Uint32Array.from(found)
}
