import { type ExampleSchema, exampleOf } from './schema-example.ts'

interface Content {
  schema?: object
  example?: unknown
}
interface Response {
  readonly description?: string
  readonly content?: Readonly<Record<string, Content>>
}
interface Operation {
  operationId?: string
  readonly parameters?: { name: string }[]
  readonly requestBody?: { readonly content: Readonly<Record<string, Content>> }
  readonly responses: Record<string, Response | { readonly $ref: string }>
}
export interface OpenApiDocument {
  paths?: Record<string, Record<string, Operation>>
  components?: { schemas?: Record<string, object>; responses?: Record<string, Response> }
}

const operationsOf = (document: OpenApiDocument) =>
  Object.entries(document.paths ?? {}).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]) => ({ path, method, operation })),
  )

/** The rest of a path is a parameter like others: OpenAPI has no wildcard. */
function nameWildcards(document: OpenApiDocument): void {
  const { paths = {} } = document
  for (const [path, operations] of Object.entries(paths)) {
    if (!path.includes('{*}')) continue
    delete paths[path]
    paths[path.replace('{*}', '{path}')] = operations
    for (const { parameters = [] } of Object.values(operations)) {
      for (const parameter of parameters) if (parameter.name === '*') parameter.name = 'path'
    }
  }
}

/** Gives each operation an id: `get /api/status-page/{id}` is `get_api_statusPage_id`. */
function addOperationIds(document: OpenApiDocument): void {
  for (const { path, method, operation } of operationsOf(document)) {
    const words = path.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase())
    operation.operationId = `${method}${words}`.replace(/[^A-Za-z0-9]+/g, '_').replace(/_$/, '')
  }
}

function addExamples(document: OpenApiDocument): void {
  for (const { operation } of operationsOf(document)) {
    for (const content of Object.values(operation.requestBody?.content ?? {})) {
      if (content.schema) content.example = exampleOf(content.schema as ExampleSchema)
    }
  }
}

/** Describes equal responses to errors once. */
function shareErrorResponses(document: OpenApiDocument, exampleOfStatus: (status: number) => object | undefined): void {
  const responses: Record<string, Response> = {}
  for (const { operation } of operationsOf(document)) {
    for (const [status, response] of Object.entries(operation.responses)) {
      const content = 'content' in response ? response.content?.['application/json'] : undefined
      if (Number(status) < 400 || !content) continue
      const name = `Error${status}`
      if (responses[name] && JSON.stringify(responses[name]) !== JSON.stringify(response)) continue
      responses[name] ??= structuredClone(response) as Response
      operation.responses[status] = { $ref: `#/components/responses/${name}` }
    }
  }
  for (const [name, { content }] of Object.entries(responses)) {
    const example = exampleOfStatus(Number(name.slice('Error'.length)))
    for (const each of Object.values(content ?? {})) if (example) each.example = example
  }
  document.components = { ...document.components, responses }
}

/** Members whose values are no schemas. */
const values = new Set(['example', 'examples', 'default', 'enum', 'const', 'x-rule'])

/** The members of a tuple by the name that the JSON Schema of OpenAPI 3.1 has for them; routes are checked with draft 7. */
function nameTuple(schema: object): object {
  if (!('items' in schema) || !Array.isArray(schema.items)) return schema
  const { items: prefixItems, additionalItems: items = true, ...others } = schema as Record<string, unknown>
  return { ...others, prefixItems, items }
}

/** Moves the schemas that have a name to the components, and refers to them. */
function shareNamedSchemas(document: OpenApiDocument): void {
  const schemas: Record<string, object> = { ...document.components?.schemas }
  const shareAll = (members: object): object =>
    Object.fromEntries(Object.entries(members).map(([name, value]) => [name, share(value)]))
  const share = (node: unknown): unknown => {
    if (Array.isArray(node)) return node.map(share)
    if (typeof node !== 'object' || node === null) return node
    const members = Object.entries(node).map(([name, value]) => {
      // Properties may have any name, also that of a keyword.
      if (name === 'properties') return [name, shareAll(value)]
      return [name, values.has(name) ? value : share(value)]
    })
    const described = nameTuple(Object.fromEntries(members)) as Record<string, unknown>
    const { title, ...schema } = described
    if (typeof title !== 'string') return described
    schemas[title] ??= schema
    if (JSON.stringify(schemas[title]) !== JSON.stringify(schema)) return { title, ...schema }
    return { $ref: `#/components/schemas/${title}` }
  }
  document.paths = share(document.paths) as OpenApiDocument['paths']
  const names = Object.keys(schemas).sort()
  document.components = {
    ...document.components,
    schemas: Object.fromEntries(names.map((name) => [name, schemas[name] ?? {}])),
  }
}

/** Completes the document that `@fastify/swagger` makes of the routes, for readers and for generators of clients. */
export function completeDocument(
  made: OpenApiDocument,
  exampleOfStatus: (status: number) => object | undefined,
): OpenApiDocument {
  const document = structuredClone(made)
  nameWildcards(document)
  addOperationIds(document)
  addExamples(document)
  shareErrorResponses(document, exampleOfStatus)
  shareNamedSchemas(document)
  return document
}
