import type { TSchema } from '@sinclair/typebox'
import { describeFormat } from './formats.ts'

function describeRange({ minimum, maximum }: TSchema): string {
  if (minimum !== undefined && maximum !== undefined) return ` from ${minimum} to ${maximum}`
  if (minimum !== undefined) return ` of at least ${minimum}`
  return maximum !== undefined ? ` of at most ${maximum}` : ''
}

function describeString({ format, pattern, minLength, maxLength }: TSchema): string {
  if (format) return describeFormat(format)
  if (pattern) return `a string matching ${pattern}`
  if (minLength > 1 && maxLength !== undefined) return `a string of ${minLength} to ${maxLength} characters`
  if (minLength > 1) return `a string of at least ${minLength} characters`
  const kind = minLength === 1 ? 'a non-empty string' : 'a string'
  return maxLength === undefined ? kind : `${kind} of at most ${maxLength} characters`
}

/** What a schema accepts, for error messages: "an integer of at least 1". */
export function describeSchema(schema: TSchema): string {
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (Array.isArray(schema.anyOf)) {
    const options = (schema.anyOf as TSchema[]).map((option) => option.const ?? describeSchema(option))
    return `one of ${options.join(', ')}`
  }
  switch (schema.type) {
    case 'integer':
      return `an integer${describeRange(schema)}`
    case 'number':
      return `a number${describeRange(schema)}`
    case 'boolean':
      return 'true or false'
    case 'array':
      return `a list where every item is ${describeSchema(schema.items as TSchema)}`
    case 'string':
      return describeString(schema)
    default:
      return `of type ${schema.type}`
  }
}
