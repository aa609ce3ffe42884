import type { TSchema } from '@sinclair/typebox'

const switches = new Map([
  ['true', true],
  ['1', true],
  ['false', false],
  ['0', false],
])

/** Splits `a, b` into a list; a comma at the end adds nothing. */
const split = (text: string): string[] =>
  text
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '')

/** A text from the environment as the type its key wants. What does not fit stays text, for validation to refuse. */
export function fromText(text: string, schema: TSchema): unknown {
  if (Array.isArray(schema.anyOf)) {
    const options = (schema.anyOf as TSchema[]).map((option) => fromText(text, option))
    return options.find((value) => typeof value !== 'string') ?? text
  }
  switch (schema.const === undefined ? schema.type : typeof schema.const) {
    case 'integer':
    case 'number':
      return /^[+-]?\d+(\.\d+)?$/.test(text.trim()) ? Number(text) : text
    case 'boolean':
      return switches.get(text.trim().toLowerCase()) ?? text
    case 'array':
      return split(text).map((item) => fromText(item, schema.items as TSchema))
    default:
      return text
  }
}

/** A value from a file. Only lists may be written as text, with commas. */
export const fromFile = (value: unknown, schema: TSchema): unknown =>
  schema.type === 'array' && typeof value === 'string' ? fromText(value, schema) : value
