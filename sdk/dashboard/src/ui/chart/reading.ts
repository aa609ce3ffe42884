import { type Drawn, rowAt } from './data.ts'

/** Whether the place says something: a row of the data, or a gap. */
const readable = (data: Drawn, index: number): boolean => rowAt(data, index) >= 0 || data.gaps.has(index)

/** The first and the last index within the ends of the time axis. */
export function visible(
  { columns: [times] }: Pick<Drawn, 'columns'>,
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

/** The place a key leads to; undefined for other keys and where there is nothing. Without a place yet it starts at the end. */
export function reached(
  key: string,
  from: number | undefined,
  data: Drawn,
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
