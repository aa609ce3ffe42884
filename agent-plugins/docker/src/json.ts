/** Reads JSON of the daemon, of which nothing is certain: Docker leaves out empty values, and Podman differs in details. */
export type Json = Readonly<Record<string, unknown>>

export const objectOf = (value: unknown): Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : {}

export const listOf = (value: unknown): Json[] => (Array.isArray(value) ? value.map(objectOf) : [])

export const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

/** An empty text counts as none. */
export const textOrNull = (value: unknown): string | null => textOf(value) || null

export const textsOf = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((item) => typeof item === 'string') : []

export const numberOf = (value: unknown): number =>
  typeof value === 'number' && Number.isFinite(value)
    ? Math.min(Math.max(value, Number.MIN_SAFE_INTEGER), Number.MAX_SAFE_INTEGER)
    : 0

/** A whole number from 0. */
export const countOf = (value: unknown): number => Math.trunc(Math.max(numberOf(value), 0))

/** Epoch seconds of an RFC 3339 time; null for the year 1, which means never. */
export function secondsOf(value: unknown): number | null {
  const ms = Date.parse(textOf(value))
  return ms > 0 ? Math.floor(ms / 1000) : null
}

/** Limits of one container, so that a list of them fits into a frame. */
const maxLabels = 200
const maxLabelLength = 1024

/** Labels, options or attributes. */
export const labelsOf = (value: unknown): Record<string, string> =>
  Object.fromEntries(
    Object.entries(objectOf(value))
      .filter((entry): entry is [string, string] => typeof entry[1] === 'string' && entry[0].length <= maxLabelLength)
      .slice(0, maxLabels)
      .map(([name, text]) => [name, text.slice(0, maxLabelLength)]),
  )
