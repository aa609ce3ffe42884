import fc from 'fast-check'

/**
 * @typedef {{
 *   $ref?: string, type?: string | string[], const?: unknown, enum?: unknown[], anyOf?: Schema[], oneOf?: Schema[],
 *   allOf?: Schema[], properties?: Record<string, Schema>, required?: string[], items?: Schema,
 *   additionalProperties?: boolean | Schema, patternProperties?: Record<string, Schema>, pattern?: string, format?: string,
 *   minLength?: number, maxLength?: number, minimum?: number, maximum?: number, minItems?: number, maxItems?: number,
 *   uniqueItems?: boolean
 * }} Schema
 * @typedef {import('fast-check').Arbitrary<unknown>} Arbitrary
 */

/** Texts of many forms, of which those are taken that a schema allows. */
const texts = [
  ...['', ' ', '  ', 'x', 'a b', ' a', 'a ', 'A.b-c_1', 'é', 'e\u0301', '\u0301', '🔥', '👩‍🚀', '日本語', '\ufe0f'],
  ...['\0', 'a\0b', '\n', 'a\nb\tc', 'a\u200bb', 'a\u202eb', 'a\u00a0b', '\u2028'],
  ...['0', '-1', '000000', '123 456', 'null', '{}', '[]', '"x"', '10:30', '2026-02-03', '2026-02-03T04:05:06Z'],
  ...['/api/brand/logo', '/etc', 'https://', 'host:80', '1.2.3.4', '::1', 'a@example.com'],
  ...['*/5 * * * * *', 'FREQ=WEEKLY;BYDAY=SU', 'DE', '#a1b2c3', '01234567-89ab-cdef-0123-456789abcdef', '__proto__'],
  ...fc.sample(fc.string({ unit: 'grapheme', maxLength: 40 }), { numRuns: 40, seed: 1 }),
  ...fc.sample(fc.string({ unit: 'binary', maxLength: 20 }), { numRuns: 40, seed: 2 }),
]

const formats = new Map(
  Object.entries({
    'date-time': fc
      .date({ noInvalidDate: true, min: new Date(0), max: new Date('2100-01-01') })
      .map((date) => date.toISOString()),
  }),
)

/** Patterns about classes of Unicode take long to generate or cannot be. */
const isSlow = (/** @type {RegExp} */ { source }) => /\\[pPS]|\[\^/.test(source)

/** @param {Schema} schema @returns {Arbitrary} */
function textOf(schema) {
  const { minLength = 0, maxLength = 3000, format } = schema
  const known = format === undefined ? undefined : formats.get(format)
  if (known) return known
  const patterns = [schema, ...(schema.allOf ?? [])].flatMap(({ pattern }) => (pattern ? [RegExp(pattern, 'u')] : []))
  /** @param {string} text */
  const isValid = (text) => {
    const { length } = Array.from(text)
    return length >= minLength && length <= maxLength && patterns.every((pattern) => pattern.test(text))
  }
  const longest = ['a', 'é', '🔥'].flatMap((letter) => [letter.repeat(maxLength), letter.repeat(minLength)])
  const valid = [...texts, ...longest].filter(isValid)
  const generated = patterns.filter((pattern) => valid.length === 0 || !isSlow(pattern))
  return fc.oneof(
    ...(valid.length > 0 ? [fc.constantFrom(...valid)] : []),
    ...generated.map((pattern) => fc.stringMatching(pattern, { maxLength: Math.min(maxLength, 200) }).filter(isValid)),
  )
}

/** @param {Schema} schema @param {(schema: Schema) => Arbitrary} inner @returns {Arbitrary} */
function objectOf({ properties = {}, required = [], additionalProperties, patternProperties = {} }, inner) {
  const others = Object.values(patternProperties)[0] ?? additionalProperties
  if (typeof others === 'object' && Object.keys(properties).length === 0)
    return fc.dictionary(fc.constantFrom('a', 'B c', '0'), inner(others), { maxKeys: 3 })
  const members = Object.fromEntries(Object.entries(properties).map(([name, schema]) => [name, inner(schema)]))
  return fc.record(members, { requiredKeys: required.filter((name) => name in members) })
}

/** Values that a schema of an OpenAPI document allows. @param {Schema} root @param {object} document @returns {Arbitrary} */
export function arbitraryOf(root, document) {
  /** @param {string} ref @returns {Schema} */
  const resolve = (ref) =>
    ref
      .split('/')
      .slice(1)
      .reduce((found, name) => Reflect.get(found, name), document)
  /** @param {Schema} given @returns {Arbitrary} */
  const inner = (given) => {
    const schema = given.$ref ? resolve(given.$ref) : given
    const { type, minimum: min, maximum: max, minItems = 0, maxItems = 12 } = schema
    if ('const' in schema) return fc.constant(schema.const)
    if (schema.enum) return fc.constantFrom(...schema.enum)
    const branches = schema.anyOf ?? schema.oneOf
    if (branches) return fc.oneof(...branches.map(inner))
    if (Array.isArray(type)) return fc.oneof(...type.map((one) => inner({ ...schema, type: one })))
    switch (type) {
      case 'null':
        return fc.constant(null)
      case 'boolean':
        return fc.boolean()
      case 'integer':
        return fc.integer({ min: Math.max(min ?? -1e9, -(2 ** 31)), max: Math.min(max ?? 1e9, 2 ** 31 - 1) })
      case 'number':
        return fc.double({ min: min ?? -1e9, max: max ?? 1e9, noNaN: true })
      case 'string':
        return textOf(schema)
      case 'array': {
        const limits = { minLength: minItems, maxLength: Math.min(maxItems, 12) }
        const items = inner(schema.items ?? {})
        return schema.uniqueItems ? fc.uniqueArray(items, limits) : fc.array(items, limits)
      }
      case 'object':
        return objectOf(schema, inner)
      default:
        return fc.jsonValue({ maxDepth: 1 })
    }
  }
  return inner(root)
}
