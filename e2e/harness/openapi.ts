import { ask } from './http.ts'

interface Schema {
  /** `#/components/schemas/<name>` */
  readonly $ref?: string
  readonly type?: string
  readonly properties?: Readonly<Record<string, Schema>>
  readonly items?: Schema
}

interface Operation {
  readonly responses?: Readonly<Record<string, { readonly content?: Readonly<Record<string, { schema: Schema }>> }>>
  readonly parameters?: readonly { readonly name: string; readonly in: string }[]
}

/** The server's OpenAPI document. */
export interface ApiDocument {
  /** The documented path that matches a request, or undefined. */
  path(method: string, address: string): string | undefined
  /** Query parameters of `address` that are not documented. */
  strangers(method: string, address: string): string[]
  /** Documented members of the items of a list response, sorted. */
  members(method: string, address: string): string[]
}

const pattern = (path: string) =>
  new RegExp(`^${path.replace(/[.*+?^$()|[\]\\]/g, '\\$&').replace(/\{[^}]+\}/g, '[^/]+')}$`)

/** Loads the document from a running server. */
export async function apiDocument(url: string): Promise<ApiDocument> {
  const { paths, components } = (await ask(`${url}/api-docs/openapi.json`)).json() as {
    paths: Record<string, Record<string, Operation>>
    components: { schemas: Record<string, Schema> }
  }
  const resolve = (schema?: Schema): Schema | undefined =>
    schema?.$ref === undefined ? schema : resolve(components.schemas[schema.$ref.split('/').at(-1) as string])
  const operationsByPath = Object.entries(paths).map(([path, operations]) => ({
    path,
    operations,
    matches: pattern(path),
  }))
  const find = (method: string, address: string) => {
    const { pathname } = new URL(address, url)
    const fitting = operationsByPath.filter(
      ({ matches, operations }) => matches.test(pathname) && operations[method.toLowerCase()] !== undefined,
    )
    // a path with more literal segments wins over one with parameters
    return fitting.sort((a, b) => a.path.split('{').length - b.path.split('{').length)[0]
  }
  const operation = (method: string, address: string) => find(method, address)?.operations[method.toLowerCase()]
  return {
    path: (method, address) => find(method, address)?.path,
    strangers(method, address) {
      const parameters = operation(method, address)?.parameters ?? []
      const named = new Set(parameters.filter((one) => one.in === 'query').map(({ name }) => name))
      return [...new URL(address, url).searchParams.keys()].filter((name) => !named.has(name))
    },
    members(method, address) {
      const answer = operation(method, address)?.responses?.['200']?.content?.['application/json']?.schema
      const data = resolve(resolve(answer)?.properties?.data)
      return Object.keys(resolve(data?.items)?.properties ?? {}).sort()
    },
  }
}
