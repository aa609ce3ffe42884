import { ask } from './http.ts'

interface Schema {
  readonly type?: string
  readonly properties?: Readonly<Record<string, Schema>>
  readonly items?: Schema
}

interface Operation {
  readonly responses?: Readonly<Record<string, { readonly content?: Readonly<Record<string, { schema: Schema }>> }>>
  readonly parameters?: readonly { readonly name: string; readonly in: string }[]
}

/** What the document of the API says of requests. */
export interface ApiDocument {
  /** The documented path of an address, undefined when there is none for this method. */
  path(method: string, address: string): string | undefined
  /** Query parameters of an address that its documented path does not have. */
  strangers(method: string, address: string): string[]
  /** The members of the entries of the list that an address answers with, in order of the alphabet. */
  members(method: string, address: string): string[]
}

const pattern = (path: string) =>
  new RegExp(`^${path.replace(/[.*+?^$()|[\]\\]/g, '\\$&').replace(/\{[^}]+\}/g, '[^/]+')}$`)

/** Reads the document that a running server publishes. */
export async function apiDocument(url: string): Promise<ApiDocument> {
  const { paths } = (await ask(`${url}/api-docs/openapi.json`)).json() as {
    paths: Record<string, Record<string, Operation>>
  }
  const known = Object.entries(paths).map(([path, operations]) => ({ path, operations, matches: pattern(path) }))
  const find = (method: string, address: string) => {
    const { pathname } = new URL(address, url)
    const fitting = known.filter(
      ({ matches, operations }) => matches.test(pathname) && operations[method.toLowerCase()] !== undefined,
    )
    // a literal part is more than one that anything fits
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
      return Object.keys(answer?.properties?.data?.items?.properties ?? {}).sort()
    },
  }
}
