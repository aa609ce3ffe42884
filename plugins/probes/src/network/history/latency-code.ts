/* Latencies as 16-bit codes on a logarithmic scale, 0.03 % apart: two bytes per round, precise enough for percentiles. */
const minMs = 0.001
const maxMs = 600_000
const steps = 65_534
const perStep = Math.log(maxMs / minMs) / steps

/** 0: less than a microsecond */
export const codeOf = (ms: number): number =>
  ms < minMs ? 0 : 1 + Math.round(Math.log(Math.min(ms, maxMs) / minMs) / perStep)

/** Rounded to the precision of the code. */
export function latencyOf(code: number): number {
  if (code === 0) return 0
  const ms = minMs * Math.exp((code - 1) * perStep)
  return Number(ms.toPrecision(4))
}

const high = new Uint32Array(256)
const low = new Uint32Array(256)

/** Finds the bucket of a rank, and the rank within it. */
function findBucket(counts: Uint32Array, rank: number): { at: number; rank: number } {
  let rest = rank
  for (let at = 0; at < counts.length; at++) {
    const count = counts[at] as number
    if (rest < count) return { at, rank: rest }
    rest -= count
  }
  return { at: counts.length - 1, rank: 0 }
}

/**
 * Percentiles of codes without sorting: one pass for the upper bytes, and one per percentile. Uses index loops, because
 * it runs for the whole fleet.
 */
export function percentiles(codes: Uint16Array, shares: readonly number[]): (number | undefined)[] {
  if (codes.length === 0) return shares.map(() => undefined)
  high.fill(0)
  for (let i = 0; i < codes.length; i++) {
    const upper = (codes[i] as number) >>> 8
    high[upper] = (high[upper] as number) + 1
  }
  return shares.map((share) => {
    const upper = findBucket(high, Math.max(0, Math.ceil(share * codes.length) - 1))
    low.fill(0)
    for (let i = 0; i < codes.length; i++) {
      const code = codes[i] as number
      if (code >>> 8 === upper.at) low[code & 255] = (low[code & 255] as number) + 1
    }
    return upper.at * 256 + findBucket(low, upper.rank).at
  })
}
