/** The keywords of JSON Schema that an example depends on. */
export interface ExampleSchema {
  readonly type?: string
  readonly examples?: readonly unknown[]
  readonly default?: unknown
  readonly const?: unknown
  readonly enum?: readonly unknown[]
  readonly anyOf?: readonly ExampleSchema[]
  readonly allOf?: readonly ExampleSchema[]
  readonly properties?: Readonly<Record<string, ExampleSchema>>
  readonly items?: ExampleSchema
  readonly minItems?: number
  readonly format?: string
  readonly minLength?: number
  readonly minimum?: number
}

const time = '2026-01-31T12:00:00Z'

function objectOf({ properties = {} }: ExampleSchema): object {
  const members = Object.entries(properties).map(([name, schema]) => [name, exampleOf(schema)])
  return Object.fromEntries(members)
}

/** A value that a schema allows. What a pattern requires is declared by its owner, as `examples`. */
export function exampleOf(schema: ExampleSchema): unknown {
  const { examples = [], anyOf = [], allOf = [], minItems = 1, minLength = 0, minimum = 0 } = schema
  if (examples.length > 0) return examples[0]
  if (schema.default !== undefined) return schema.default
  if ('const' in schema) return schema.const
  if (schema.enum) return schema.enum[0]
  if (anyOf[0]) return exampleOf(anyOf[0])
  switch (schema.type) {
    case 'boolean':
      return true
    case 'integer':
    case 'number':
      return minimum
    case 'string':
      return schema.format === 'date-time' ? time : 'example'.padEnd(minLength, '-')
    case 'array':
      return schema.items && minItems > 0 ? [exampleOf(schema.items)] : []
    case 'null':
      return null
  }
  if (schema.properties || allOf.length === 0) return objectOf(schema)
  return Object.assign({}, ...allOf.map((part) => exampleOf(part)))
}
