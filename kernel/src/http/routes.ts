import type { FastifyContextConfig, FastifyInstance, RouteOptions } from 'fastify'

/** A method and a path at which an application answers. */
export interface Address {
  readonly method: string
  readonly path: string
  readonly config: FastifyContextConfig
}

/** Collects every address of an application, by whatever way its route was declared. */
export function watchRoutes(app: FastifyInstance): () => Address[] {
  const known: { url: string; route: RouteOptions }[] = []
  app.addHook('onRoute', (route) => void known.push({ url: route.url, route }))
  return () =>
    known.flatMap(({ url, route }) => {
      // a route `/` below a prefix has a second path, told by no hook; hooks of plugins have set the rest by now
      const paths = [...new Set([url, route.url])]
      const methods = [route.method].flat()
      return paths.flatMap((path) => methods.map((method) => ({ method, path, config: route.config ?? {} })))
    })
}

/** `METHOD path access plugin` of every address. A HEAD that admits whom its GET admits goes without saying. */
export function routeLines(addresses: readonly Address[]): string[] {
  const lines = new Set(
    addresses.map(({ method, path, config: { access = 'public', plugin = 'kernel', websocket } }) =>
      [websocket ? 'WS' : method, path, access, plugin].join(' '),
    ),
  )
  return [...lines].filter((line) => !line.startsWith('HEAD ') || !lines.has(line.replace('HEAD', 'GET'))).sort()
}
