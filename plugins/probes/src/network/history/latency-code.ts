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

/**
 * The codes at some shares of all codes in ascending order, without sorting: one pass over all of them for the upper
 * bytes, and one for each share. Loops by index, because all of the fleet is looked at like that.
 */
export function percentiles(codes: Uint16Array, shares: readonly number[]): (number | undefined)[] {
  if (codes.length === 0) return shares.map(() => undefined)
  high.fill(0)
  for (let i = 0; i < codes.length; i++) {
    const upper = (codes[i] as number) >>> 8
    high[upper] = (high[upper] as number) + 1
  }
  return shares.map((share) => {
    const upper = place(high, Math.max(0, Math.ceil(share * codes.length) - 1))
    low.fill(0)
    for (let i = 0; i < codes.length; i++) {
      const code = codes[i] as number
      if (code >>> 8 === upper.at) low[code & 255] = (low[code & 255] as number) + 1
    }
    return upper.at * 256 + place(low, upper.rank).at
  })
}
