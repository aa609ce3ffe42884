import type { Point } from '../frame.ts'

/** The values of a line, one per point. */
export interface DetailLine {
  readonly name: string
  readonly values: readonly (number | null)[]
}

type Items = readonly (readonly [name: string, value: number | null])[]

/** The number of distinct line colors. */
const maxLines = 6

/** A number of each point: the mean of its records that have one. */
export const numbersOf = (points: readonly Point[], field: string): readonly (number | null)[] =>
  points.map(({ rows }) => {
    const known = rows.map((row) => row[field]).filter((value) => typeof value === 'number')
    return known.length > 0 ? known.reduce((sum, value) => sum + value, 0) / known.length : null
  })

function parseList(text: unknown): readonly unknown[] {
  if (typeof text !== 'string') return []
  const list: unknown = JSON.parse(text)
  return Array.isArray(list) ? list : []
}

const highest = ({ values }: DetailLine) => values.reduce<number>((most, value) => Math.max(most, value ?? 0), 0)

/**
 * One line per item of a stored list, those with the highest values only. `itemsOf` turns the list of the last record of a
 * point into names and values.
 */
export function linesOf(
  points: readonly Point[],
  field: string,
  itemsOf: (list: readonly unknown[]) => Items,
): readonly DetailLine[] {
  const lines = new Map<string, (number | null)[]>()
  for (const [at, { rows }] of points.entries()) {
    const text = rows.findLast((row) => row[field] != null)?.[field]
    for (const [name, value] of itemsOf(parseList(text))) {
      const values = lines.get(name) ?? Array<number | null>(points.length).fill(null)
      lines.set(name, values)
      values[at] = value
    }
  }
  return [...lines]
    .map(([name, values]) => ({ name, values }))
    .sort((a, b) => highest(b) - highest(a))
    .slice(0, maxLines)
    .sort((a, b) => a.name.localeCompare(b.name, 'en', { numeric: true }))
}

interface StoredMount {
  readonly path: string
  readonly total: number
  readonly used: number
}
type Rated = { readonly name: string } & Readonly<Record<string, number>>

export const mountPercents = (list: readonly unknown[]): Items =>
  (list as readonly StoredMount[]).map(({ path, total, used }) => [path, total > 0 ? (100 * used) / total : null])

export const membersOf =
  (member: string) =>
  (list: readonly unknown[]): Items =>
    (list as readonly Rated[]).map((item) => [item.name, item[member] ?? null])

/** Cores are numbered from 0, as the kernel does. */
export const corePercents = (list: readonly unknown[]): Items =>
  (list as readonly number[]).map((percent, core) => [String(core), percent])

/** What programs use: the total without free memory, buffers, cache and shared memory. */
export const programsOf = (total: number, parts: readonly (readonly (number | null)[])[]): readonly (number | null)[] =>
  (parts[0] ?? []).map((_, at) => {
    const values = parts.map((part) => part[at] ?? null)
    if (total === 0 || values.includes(null)) return null
    return Math.max(0, total - values.reduce<number>((sum, value) => sum + (value ?? 0), 0))
  })
