import { KindGuard, type TSchema } from '@sinclair/typebox'
import type { TypeCheck } from '@sinclair/typebox/compiler'

const switches: Readonly<Record<string, boolean>> = { true: true, '1': true, false: false, '0': false }
const numeral = /^-?\d+(\.\d+)?$/

/** Reads the text of an environment variable as what the schema wants; text that does not fit stays text. */
export function readText(schema: TSchema, value: unknown): unknown {
  if (typeof value !== 'string') return value
  if (KindGuard.IsBoolean(schema)) return switches[value.toLowerCase()] ?? value
  if (KindGuard.IsInteger(schema) || KindGuard.IsNumber(schema)) return numeral.test(value) ? Number(value) : value
  if (KindGuard.IsArray(schema)) {
    const items = value.split(',').map((item) => item.trim())
    return items.filter((item) => item !== '').map((item) => readText(schema.items, item))
  }
  return value
}

const range = ({ minimum, maximum }: { minimum?: number; maximum?: number }) => {
  if (minimum !== undefined && maximum !== undefined) return ` from ${minimum} to ${maximum}`
  if (minimum !== undefined) return ` of at least ${minimum}`
  return maximum === undefined ? '' : ` of at most ${maximum}`
}

/** What `value` had to be, as the end of a sentence. It never quotes the value, which may be a secret. */
export function ruleOf(schema: TSchema, check: TypeCheck<TSchema>, value: unknown): string {
  if (KindGuard.IsBoolean(schema)) return 'must be true or false'
  if (KindGuard.IsInteger(schema)) return `must be a whole number${range(schema)}`
  if (KindGuard.IsNumber(schema)) return `must be a number${range(schema)}`
  if (KindGuard.IsUnion(schema) && schema.anyOf.every(KindGuard.IsLiteral)) {
    return `must be one of ${schema.anyOf.map((item) => String(item.const)).join(', ')}`
  }
  if (KindGuard.IsString(schema)) {
    if (typeof value !== 'string') return 'must be a string'
    if (schema.minLength === 1 && value === '') return 'must not be empty'
    if (schema.pattern) return `must match ${schema.pattern}`
  }
  if (KindGuard.IsArray(schema) && !Array.isArray(value)) return 'must be a list'
  const problem = check.Errors(value).First()
  const text = problem?.message ?? 'is not valid'
  const at = problem?.path ? ` at ${problem.path}` : ''
  return `is wrong${at}: ${text.charAt(0).toLowerCase()}${text.slice(1)}`
}
