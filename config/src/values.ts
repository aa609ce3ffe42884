import type { TSchema } from '@sinclair/typebox'
import type { ConfigKey } from './fragment.ts'
import type { Source } from './sources.ts'
import { valueAt } from './table.ts'

/** A value that a source sets for a key. */
export interface ConfigValue {
  readonly kind: Source['kind']
  /** converted to the type of the key where possible; not validated */
  readonly value: unknown
  /** the file or the environment variable */
  readonly source: string
  /** key and source, for error messages: `log.level in /etc/svc/server.toml` */
  readonly location: string
}

const booleans = new Map([
  ['true', true],
  ['1', true],
  ['false', false],
  ['0', false],
])

/** Splits `a, b` into a list; empty items are ignored. */
const splitList = (text: string): string[] =>
  text
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '')

/** Converts text to the type of the schema. Text that cannot be converted is returned as is and fails validation. */
function parseText(text: string, schema: TSchema): unknown {
  if (Array.isArray(schema.anyOf)) {
    const options = (schema.anyOf as TSchema[]).map((option) => parseText(text, option))
    return options.find((value) => typeof value !== 'string') ?? text
  }
  switch (schema.const === undefined ? schema.type : typeof schema.const) {
    case 'integer':
    case 'number':
      return /^[+-]?\d+(\.\d+)?$/.test(text.trim()) ? Number(text) : text
    case 'boolean':
      return booleans.get(text.trim().toLowerCase()) ?? text
    case 'array':
      return splitList(text).map((item) => parseText(item, schema.items as TSchema))
    default:
      return text
  }
}

/** In a file only lists may be written as comma-separated text. */
const parseFileValue = (value: unknown, schema: TSchema): unknown =>
  schema.type === 'array' && typeof value === 'string' ? parseText(value, schema) : value

/** All values set for a key, in the order of the sources; the last one wins. */
export const valuesOf = ({ path, schema, env }: ConfigKey, sources: readonly Source[]): ConfigValue[] =>
  sources.flatMap((source): ConfigValue[] => {
    if (source.kind === 'file') {
      const value = valueAt(source.table, path.split('.'))
      if (value === undefined) return []
      return [
        {
          kind: 'file',
          value: parseFileValue(value, schema),
          source: source.name,
          location: `${path} in ${source.name}`,
        },
      ]
    }
    const text = Object.hasOwn(source.vars, env) ? source.vars[env] : undefined
    if (text === undefined) return []
    return [
      { kind: 'env', value: parseText(text, schema), source: env, location: `${path} in environment variable ${env}` },
    ]
  })
