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

/** The rest of each span after its first minutes. */
export function withoutStart(spans: Uint32Array, minutes: number): Uint32Array {
  if (minutes === 0) return spans
  const found: number[] = []
  for (let i = 0; i < spans.length; i += 2) {
    const [from, to] = [(spans[i] as number) + minutes, spans[i + 1] as number]
    if (from < to) found.push(from, to)
  }
  return Uint32Array.from(found)
}
