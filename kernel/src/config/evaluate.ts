import { OptionalKind, type TSchema } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import { fromFile, fromText } from './coerce.js'
import type { Leaf } from './fragment.js'
import { ruleOf } from './rule.js'
import type { Source } from './sources.js'

/** A value with the place it came from, for error sentences. */
interface Found {
  readonly value: unknown
  readonly source: string
}

const at = (table: unknown, path: readonly string[]): unknown =>
  path.reduce<unknown>(
    (value, key) => (typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined),
    table,
  )

function find(leaf: Leaf, sources: readonly Source[]): Found | undefined {
  let found: Found | undefined
  for (const source of sources) {
    if (source.kind === 'env') {
      const text = source.vars[leaf.env]
      if (text !== undefined) found = { value: fromText(text, leaf.schema), source: `environment variable ${leaf.env}` }
    } else {
      const value = at(source.table, leaf.path.split('.'))
      if (value !== undefined) found = { value: fromFile(value, leaf.schema), source: source.name }
    }
  }
  return found
}

const isTable = (value: unknown): boolean => typeof value === 'object' && value !== null && !Array.isArray(value)

/** A section that some file sets to a plain value hides the keys below it. */
function sectionFault({ path }: Leaf, sources: readonly Source[]): string | undefined {
  const keys = path.split('.').slice(0, -1)
  for (const source of sources) {
    if (source.kind === 'env') continue
    for (let depth = 1; depth <= keys.length; depth += 1) {
      const value = at(source.table, keys.slice(0, depth))
      if (value === undefined) break
      if (!isTable(value)) return `${keys.slice(0, depth).join('.')} in ${source.name} must be a table`
    }
  }
  return undefined
}

const shown = (value: unknown, { schema }: Leaf): string => {
  if (schema.secret) return 'the given value'
  const text = JSON.stringify(value) ?? String(value)
  return text.length > 80 ? `${text.slice(0, 80)}...` : text
}

/** What is wrong with a found value: key, source and rule in one sentence. */
function fault(leaf: Leaf, { value, source }: Found): string | undefined {
  const fits: boolean = Value.Check(leaf.schema, value)
  if (fits) return undefined
  if (leaf.schema.type === 'array' && Array.isArray(value)) {
    const items = leaf.schema.items as TSchema
    const wrong: unknown = value.find((item) => !Value.Check(items, item))
    if (wrong !== undefined) {
      return `${leaf.path} in ${source} has an item that must be ${ruleOf(items)}, not ${shown(wrong, leaf)}`
    }
  }
  return `${leaf.path} in ${source} must be ${ruleOf(leaf.schema)}, not ${shown(value, leaf)}`
}

function freeze<T>(value: T): T {
  if (typeof value === 'object' && value !== null) for (const child of Object.values(value)) freeze(child)
  return Object.freeze(value)
}

/** The slice of one owner, with the sentences that say what is wrong with it. */
export function evaluate(leaves: readonly Leaf[], sources: readonly Source[]): { slice: object; faults: string[] } {
  const slice: Record<string, unknown> = {}
  const faults = new Set<string>()
  for (const leaf of leaves) {
    const found = find(leaf, sources)
    const wrong = sectionFault(leaf, sources) ?? (found && fault(leaf, found))
    if (wrong) faults.add(wrong)
    let section = slice
    for (const key of leaf.local.slice(0, -1)) {
      section[key] ??= {}
      section = section[key] as Record<string, unknown>
    }
    const value = found ? found.value : structuredClone(leaf.schema.default)
    if (value !== undefined) section[leaf.local.at(-1) as string] = value
    else if (!(OptionalKind in leaf.schema)) {
      faults.add(`${leaf.path} is missing: it must be ${ruleOf(leaf.schema)}; set it in server.toml or as ${leaf.env}`)
    }
  }
  return { slice: freeze(slice), faults: [...faults] }
}

/** The same slice for the log, without its secrets. */
export function redactedSlice(leaves: readonly Leaf[], slice: object): Record<string, unknown> {
  return Object.fromEntries(
    leaves.map((leaf) => [leaf.path, leaf.schema.secret ? '[redacted]' : at(slice, leaf.local)]),
  )
}
