/** A named value of an entry, or a change of a value. */
export interface Fact {
  /** names from the outside in */
  readonly path: readonly string[]
  readonly value: unknown
  /** the old value, for changes */
  readonly before?: unknown
}

type Members = Readonly<Record<string, unknown>>

const isMembers = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const isPlain = (value: unknown) => typeof value !== 'object' || value === null

const isDisplayable = (value: unknown) => isPlain(value) || (Array.isArray(value) && value.every(isPlain))

/** Plugins write changes as `from` and `to`. */
const isChange = (value: Members) => 'from' in value && 'to' in value && [value.from, value.to].every(isDisplayable)

/** Parses the detail of an entry. Anything but an object is wrapped as `{ detail }`. */
export function parseDetail(detail: string | null): Members {
  try {
    const value: unknown = JSON.parse(detail ?? '{}')
    return isMembers(value) ? value : { detail: value }
  } catch {
    return { detail }
  }
}

function walk(value: unknown, path: readonly string[], found: Fact[]): void {
  if (isMembers(value) && Object.keys(value).length > 0) walkMembers(value, path, found)
  else if (Array.isArray(value) && !value.every(isPlain)) {
    for (const [index, member] of value.entries()) walk(member, [...path, String(index + 1)], found)
  } else found.push({ path, value })
}

function walkMembers(members: Members, path: readonly string[], found: Fact[]): void {
  const change = isChange(members)
  for (const [name, member] of Object.entries(members)) {
    if (!change || (name !== 'from' && name !== 'to')) walk(member, [...path, name], found)
  }
  if (change) found.push({ path: path.length > 0 ? path : ['change'], value: members.to, before: members.from })
}

/** Flattens a detail; nested members get a path. */
export function factsOf(detail: Members): readonly Fact[] {
  const found: Fact[] = []
  walkMembers(detail, [], found)
  return found
}

const isId = (value: unknown) =>
  typeof value === 'string' && /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(value)

/** The servers that a fact names by id. */
export function serverIdsOf({ path, value }: Fact): readonly string[] {
  if (!/^servers?(?:_ids?)?$/.test(path.at(-1) ?? '')) return []
  const ids = Array.isArray(value) ? value : [value]
  return ids.every(isId) ? (ids as string[]) : []
}

/** Sorts by importance: known ids, changes, other values, unknown ids, empty values. */
export function byImportance(facts: readonly Fact[], hasName: (id: string) => boolean): readonly Fact[] {
  const rank = ({ value, before }: Fact) => {
    if (isId(value)) return hasName(String(value)) ? 0 : 3
    if (before !== undefined) return 1
    return value === null || value === '' ? 4 : 2
  }
  const changes = facts.filter(({ before }) => before !== undefined)
  // a change includes the old value already
  const isRedundant = ({ path, value, before }: Fact) =>
    before === undefined && changes.some((change) => change.path.at(-1) === path.at(-1) && change.before === value)
  return facts.filter((fact) => !isRedundant(fact)).sort((a, b) => rank(a) - rank(b))
}
