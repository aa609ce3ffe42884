/** Something an entry tells: a value under a name, or a value that became another. */
export interface Fact {
  /** names from the outside in */
  readonly path: readonly string[]
  readonly value: unknown
  /** what it was before, for changes */
  readonly before?: unknown
}

type Members = Readonly<Record<string, unknown>>

const isMembers = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const isPlain = (value: unknown) => typeof value !== 'object' || value === null

/** `{ from, to }` and nothing else is how plugins write a change. */
const isChange = (value: Members) => {
  const names = Object.keys(value)
  return names.length === 2 && 'from' in value && 'to' in value
}

/** The detail of an entry as an object; empty when there is none or it is something else. */
export function parseDetail(detail: string | null): Members {
  try {
    const value: unknown = JSON.parse(detail ?? '{}')
    return isMembers(value) ? value : { detail: value }
  } catch {
    return { detail }
  }
}

/** Whether the values can be said in one line. */
const isList = (value: unknown): value is readonly unknown[] => Array.isArray(value) && value.every(isPlain)

function walk(value: unknown, path: readonly string[], found: Fact[]): void {
  if (isMembers(value) && isChange(value) && [value.from, value.to].every((side) => isPlain(side) || isList(side))) {
    found.push({ path, value: value.to, before: value.from })
  } else if (isMembers(value) && Object.keys(value).length > 0) {
    for (const [name, member] of Object.entries(value)) walk(member, [...path, name], found)
  } else if (Array.isArray(value) && !value.every(isPlain)) {
    for (const [index, member] of value.entries()) walk(member, [...path, String(index + 1)], found)
  } else {
    found.push({ path, value })
  }
}

/** The members of a detail one by one, nested ones under their path. */
export function factsOf(detail: Members): readonly Fact[] {
  const found: Fact[] = []
  for (const [name, value] of Object.entries(detail)) walk(value, [name], found)
  return found
}
