/** `200`, `2xx` and `200-299`; the parsed form of an expected status. */
export type StatusRange = number | string

const isStatus = (status: number) => Number.isInteger(status) && status >= 100 && status <= 599

/** The stored form of an expected status; undefined if it is none. */
export function parseStatusRange(item: unknown): StatusRange | undefined {
  if (typeof item === 'number') return isStatus(item) ? item : undefined
  if (typeof item !== 'string') return undefined
  const text = item.trim().toLowerCase()
  if (/^[1-5]xx$/.test(text)) return text
  const [, first, last] = /^(\d{3})(?:\s*-\s*(\d{3}))?$/.exec(text) ?? []
  if (first === undefined || !isStatus(Number(first))) return undefined
  if (last === undefined) return Number(first)
  return isStatus(Number(last)) && Number(first) <= Number(last) ? `${first}-${last}` : undefined
}

/** Whether a status is one of those expected. */
export const isExpectedStatus = (status: number, expected: readonly StatusRange[]): boolean =>
  expected.some((range) => {
    if (typeof range === 'number') return range === status
    if (range.endsWith('xx')) return Math.floor(status / 100) === Number(range[0])
    const [first, last] = range.split('-').map(Number)
    return status >= (first ?? 0) && status <= (last ?? 0)
  })
