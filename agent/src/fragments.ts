import { KindGuard, type Static, type TObject, type TSchema } from '@sinclair/typebox'
import { TypeCompiler } from '@sinclair/typebox/compiler'
import { environmentName, type Layer } from './layers.js'
import { nearest } from './nearest.js'
import { Refusal } from './refusal.js'
import { readText, ruleOf } from './rule.js'

/** A part of the configuration and who declared it: `agent` or a plugin id. */
export interface Fragment {
  readonly owner: string
  readonly schema: TObject
}

const isTable = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The keys of a fragment in dotted form. */
function leavesOf(schema: TObject, path: readonly string[] = []): [key: string, schema: TSchema][] {
  return Object.entries(schema.properties).flatMap(([name, member]): [string, TSchema][] =>
    KindGuard.IsObject(member) ? leavesOf(member, [...path, name]) : [[[...path, name].join('.'), member]],
  )
}

/** Throws when two fragments declare the same key: every key has one owner. */
export function assertOneOwner(fragments: readonly Fragment[]): void {
  const owners = new Map<string, string>()
  for (const { owner, schema } of fragments) {
    for (const [key] of leavesOf(schema)) {
      const other = owners.get(key)
      if (other) throw new Error(`${owner} and ${other} both declare the configuration key ${key}`)
      owners.set(key, owner)
    }
  }
}

function find(layer: Layer, path: readonly string[]): unknown {
  let value: unknown = layer.values
  for (const [depth, name] of path.entries()) {
    if (!isTable(value)) {
      const table = path.slice(0, depth).join('.')
      throw new Refusal(`${table} in ${layer.sourceOf(table)} must be a table`)
    }
    if (!Object.hasOwn(value, name)) return undefined
    value = value[name]
  }
  return value
}

/** Every value given for `key`, in the order of the sources. */
export function mentionsOf(layers: readonly Layer[], key: string): { layer: Layer; value: unknown; source: string }[] {
  return layers.flatMap((layer) => {
    const value = find(layer, key.split('.'))
    return value === undefined ? [] : [{ layer, value, source: `${key} in ${layer.sourceOf(key)}` }]
  })
}

function leaf(key: string, schema: TSchema, layers: readonly Layer[]): unknown {
  const check = TypeCompiler.Compile(schema)
  let chosen: unknown = schema.default
  // All of them are checked, the overridden ones too: a wrong value is a mistake wherever it stands.
  for (const { layer, value, source } of mentionsOf(layers, key)) {
    const read = layer.text ? readText(schema, value) : value
    if (!check.Check(read)) throw new Refusal(`${source} ${ruleOf(schema, check, read)}`)
    chosen = read
  }
  if (chosen === undefined && !KindGuard.IsOptional(schema)) {
    throw new Refusal(`${key} is required; set it in the configuration file or in ${environmentName(key)}`)
  }
  return chosen
}

/** The slice of the configuration a fragment describes, with defaults. A wrong value is refused with one sentence. */
export function sliceOf<T extends TObject>(
  schema: T,
  layers: readonly Layer[],
  path: readonly string[] = [],
): Static<T> {
  const slice: Record<string, unknown> = {}
  for (const [name, member] of Object.entries(schema.properties)) {
    const at = [...path, name]
    const value = KindGuard.IsObject(member) ? sliceOf(member, layers, at) : leaf(at.join('.'), member, layers)
    if (value !== undefined) slice[name] = value
  }
  return slice as Static<T>
}

/**
 * One sentence for each key that nobody owns. `foreign` are the tables of plugins that are not loaded: their keys are
 * no mistake.
 */
export function unknownKeys(layers: readonly Layer[], fragments: readonly Fragment[], foreign: readonly string[]) {
  const known = new Set(fragments.flatMap(({ schema }) => leavesOf(schema).map(([key]) => key)))
  const warnings: string[] = []
  const walk = (layer: Layer, table: Record<string, unknown>, path: readonly string[]) => {
    for (const [name, value] of Object.entries(table)) {
      const key = [...path, name].join('.')
      if (known.has(key) || foreign.includes(key)) continue
      if (isTable(value) && Object.keys(value).length > 0) {
        walk(layer, value, [...path, name])
        continue
      }
      const hint = nearest(key, known)
      const written = layer.text ? layer.sourceOf(key) : `${key} in ${layer.sourceOf(key)}`
      const meant = hint && (layer.text ? environmentName(hint) : hint)
      warnings.push(`${written} is not a configuration key and is ignored${meant ? `; did you mean ${meant}?` : ''}`)
    }
  }
  for (const layer of layers) walk(layer, layer.values, [])
  return warnings
}
