import type { Values } from '../../frame.ts'

/** The line of one server with its own times. */
export interface ServerLine {
  readonly times: readonly number[]
  readonly values: Values
  /** 100 %; 0 if unknown */
  readonly total?: number
}

const isSame = (a: readonly number[], b: readonly number[]) =>
  a === b || (a.length === b.length && a.every((time, index) => time === b[index]))

const hour = 3600

/**
 * Moves the last points of hourly lines to the same time. The latest record of each server is at a minute of its own, and
 * the chart would show isolated dots. Per-minute lines are unchanged.
 */
export function alignEnds(lines: readonly ServerLine[], gapAfter: number): readonly ServerLine[] {
  if (gapAfter <= hour) return lines
  const ends = lines.map(({ times }) => times.at(-1) ?? 0)
  const end = Math.max(...ends)
  return lines.map((line, index) => {
    const own = ends[index] as number
    const isHour = own % hour === 0
    return own === end || isHour || end - own > gapAfter ? line : { ...line, times: [...line.times.slice(0, -1), end] }
  })
}

/** The union of all times, ascending. */
export function mergeTimes(lines: readonly ServerLine[]): readonly number[] {
  const [first] = lines
  if (!first) return []
  if (lines.every(({ times }) => isSame(times, first.times))) return first.times
  return [...new Set(lines.flatMap(({ times }) => times))].sort((a, b) => a - b)
}

/** The values of a line at `times`; null, which interrupts the line, where it has none. */
export function valuesAt(times: readonly number[], line: ServerLine): Values {
  if (isSame(times, line.times)) return line.values
  const at = new Map(line.times.map((time, index) => [time, line.values[index] ?? null]))
  return times.map((time) => at.get(time) ?? null)
}

const hasTotal = ({ values, total = 0 }: ServerLine) =>
  total > 0 && values.every((value) => value === null || value <= total)

/** Converts used bytes to percentages; unchanged if a total is unknown or was once exceeded. */
export function asShares(lines: readonly ServerLine[]): {
  readonly isShare: boolean
  readonly lines: readonly ServerLine[]
} {
  if (lines.length === 0 || !lines.every(hasTotal)) return { isShare: false, lines }
  const share = (line: ServerLine): ServerLine => {
    const total = line.total as number
    return { ...line, values: line.values.map((value) => (value === null ? null : (100 * value) / total)) }
  }
  return { isShare: true, lines: lines.map(share) }
}
