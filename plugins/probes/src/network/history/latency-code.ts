/*
 * Latencies as numbers of 16 bits that grow with their logarithm: 0.03 % apart, so that a day of rounds takes two bytes
 * each and percentiles are as exact as anybody reads them.
 */
const least = 0.001
const most = 600_000
const steps = 65_534
const perStep = Math.log(most / least) / steps

/** 0 stands for less than a microsecond. */
export const codeOf = (ms: number): number =>
  ms < least ? 0 : 1 + Math.round(Math.log(Math.min(ms, most) / least) / perStep)

/** Rounded to what the code can tell. */
export function latencyOf(code: number): number {
  if (code === 0) return 0
  const ms = least * Math.exp((code - 1) * perStep)
  return Number(ms.toPrecision(4))
}

const high = new Uint32Array(256)
const low = new Uint32Array(256)

/** Finds the place of a rank in counts: which one, and the rank within it. */
function place(counts: Uint32Array, rank: number): { at: number; rank: number } {
  let rest = rank
  for (let at = 0; at < counts.length; at++) {
    const count = counts[at] as number
    if (rest < count) return { at, rank: rest }
    rest -= count
  }
  return { at: counts.length - 1, rank: 0 }
}

/** The code at a share of all codes in ascending order, in two passes and without sorting; undefined for none. */
export function percentile(codes: Uint16Array, share: number): number | undefined {
  if (codes.length === 0) return undefined
  const rank = Math.max(0, Math.ceil(share * codes.length) - 1)
  high.fill(0)
  for (const code of codes) high[code >>> 8] = (high[code >>> 8] as number) + 1
  const upper = place(high, rank)
  low.fill(0)
  for (const code of codes) if (code >>> 8 === upper.at) low[code & 255] = (low[code & 255] as number) + 1
  return upper.at * 256 + place(low, upper.rank).at
}
