import type { Unit } from '@svc/protocol/text'

const round = [1, 2, 2.5, 5, 10]

/** The smallest round step of at least `least`; powers of two for bytes (512 MiB, not 476.8 MiB). */
function stepFor(unit: Unit, least: number): number {
  if (unit === 'bytes' || unit === 'rate') return 2 ** Math.ceil(Math.log2(least))
  const power = 10 ** Math.floor(Math.log10(least))
  const factor = round.find((one) => one * power >= least * (1 - 1e-9)) ?? 10
  return factor * power
}

/** Up to about `most` distinct round values between `min` and `max`. */
export function valueTicks(unit: Unit, min: number, max: number, most: number): number[] {
  const least = (max - min) / Math.max(1, Math.floor(most))
  if (!(least > 0) || !Number.isFinite(least)) return []
  const step = stepFor(unit, least)
  const ticks = new Set<number>()
  const first = Math.ceil(min / step - 1e-9)
  // Bounded even if the step is lost in floating point precision.
  for (let nth = 0; nth <= most + 1; nth++) {
    const tick = Number(((first + nth) * step).toPrecision(14))
    if (tick > max) break
    ticks.add(tick === 0 ? 0 : tick)
  }
  return [...ticks]
}
