import { ask } from './http.js'

interface Operation {
  readonly parameters?: readonly { readonly name: string; readonly in: string }[]
}

/** What the document of the API says of requests. */
export interface ApiDocument {
  /** The documented path of an address, undefined when there is none for this method. */
  path(method: string, address: string): string | undefined
  /** Query parameters of an address that its documented path does not have. */
  strangers(method: string, address: string): string[]
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
  return {
    path: (method, address) => find(method, address)?.path,
    strangers(method, address) {
      const parameters = find(method, address)?.operations[method.toLowerCase()]?.parameters ?? []
      const named = new Set(parameters.filter((one) => one.in === 'query').map(({ name }) => name))
      return [...new URL(address, url).searchParams.keys()].filter((name) => !named.has(name))
    },
  }
}
