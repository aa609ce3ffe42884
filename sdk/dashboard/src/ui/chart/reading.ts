import { type DrawnData, rowAt } from './data.ts'

/** Whether an index is a data row or a gap. */
const readable = (data: DrawnData, index: number): boolean => rowAt(data, index) >= 0 || data.gaps.has(index)

/** The first and last visible index. */
export function visible(
  { columns: [times] }: Pick<DrawnData, 'columns'>,
  [min, max]: readonly [number, number],
): {
  readonly first: number
  readonly last: number
} {
  const before = (limit: number) => {
    let low = 0
    let high = times.length
    while (low < high) {
      const middle = (low + high) >> 1
      if ((times[middle] ?? 0) < limit) low = middle + 1
      else high = middle
    }
    return low
  }
  const first = before(min)
  let last = before(max)
  if (times[last] !== max) last--
  return { first, last }
}

/** The index a key moves to; undefined for other keys or without data. Starts at the newest value. */
export function indexAfterKey(
  key: string,
  from: number | undefined,
  data: DrawnData,
  { first, last }: { readonly first: number; readonly last: number },
): number | undefined {
  const page = Math.max(10, Math.round((last - first) / 10))
  const way = { ArrowLeft: -1, ArrowRight: 1, PageUp: -page, PageDown: page, Home: -last - 1, End: last + 1 }[key]
  if (way === undefined || last < first) return undefined
  const start = from === undefined ? last + 1 : from
  const clamp = (index: number) => Math.min(last, Math.max(first, index))
  const target = clamp(start + way)
  const direction = Math.sign(way)
  let index = target
  while (!readable(data, index) && index + direction >= first && index + direction <= last) index += direction
  while (!readable(data, index) && index - direction >= first && index - direction <= last) index -= direction
  return readable(data, index) ? index : undefined
}
