import { type Level, levelOf } from '@svc/dashboard-sdk'

/** The filled part of a gauge. */
export interface GaugeFill {
  /** 0 to 1 */
  readonly share: number
  readonly level: Level
}

/** Warning and danger limits, as fractions of the full gauge. */
export const limits = [0.7, 0.9] as const

/** Computes the fill of a gauge that is full at `max` percent. */
export function gaugeFill(percent: number, max: number): GaugeFill {
  const share = Math.min(1, Math.max(0, percent / max))
  return { share, level: levelOf((100 * percent) / max) }
}

/** Degrees; the gap is at the bottom. */
const openingDegrees = 120
const sweepDegrees = 360 - openingDegrees

/** A point on the circle around (50, 50); `share` is 0 at the left end of the arc and 1 at the right end. */
export function pointAt(share: number, radius: number): readonly [x: number, y: number] {
  const angle = ((90 + openingDegrees / 2 + sweepDegrees * share) * Math.PI) / 180
  return [50 + radius * Math.cos(angle), 50 + radius * Math.sin(angle)]
}

const formatPoint = (share: number, radius: number) =>
  pointAt(share, radius)
    .map((value) => value.toFixed(2))
    .join(' ')

/** SVG path of an arc between two shares. */
export function arcPath(from: number, to: number, radius: number): string {
  const isLong = (to - from) * sweepDegrees > 180
  return `M${formatPoint(from, radius)}A${radius} ${radius} 0 ${isLong ? 1 : 0} 1 ${formatPoint(to, radius)}`
}

/** Length of the full arc. */
export const arcLength = (radius: number) => (2 * Math.PI * radius * sweepDegrees) / 360
