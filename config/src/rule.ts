import type { TSchema } from '@sinclair/typebox'
import { wordsOf } from './formats.ts'

const bounds = ({ minimum, maximum }: TSchema): string => {
  if (minimum !== undefined && maximum !== undefined) return ` from ${minimum} to ${maximum}`
  if (minimum !== undefined) return ` of at least ${minimum}`
  return maximum !== undefined ? ` of at most ${maximum}` : ''
}

/** What a value of this schema must be, in words: "an integer of at least 1". */
export function ruleOf(schema: TSchema): string {
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (Array.isArray(schema.anyOf)) {
    const options = (schema.anyOf as TSchema[]).map((option) => option.const ?? ruleOf(option))
    return `one of ${options.join(', ')}`
  }
  switch (schema.type) {
    case 'integer':
      return `an integer${bounds(schema)}`
    case 'number':
      return `a number${bounds(schema)}`
    case 'boolean':
      return 'true or false'
    case 'array':
      return `a list, each item ${ruleOf(schema.items as TSchema)}`
    case 'string':
      if (schema.format) return wordsOf(schema.format)
      if (schema.pattern) return `text that matches ${schema.pattern}`
      if (schema.minLength === 1) return 'non-empty text'
      return schema.minLength ? `text of at least ${schema.minLength} characters` : 'text'
    default:
      return `of type ${schema.type}`
  }
}
