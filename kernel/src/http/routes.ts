import type { FastifyContextConfig, FastifyInstance, RouteOptions } from 'fastify'

/** A method and path with a route. */
export interface Address {
  readonly method: string
  readonly path: string
  readonly config: FastifyContextConfig
}

/** Collects every route added to an application, no matter how it is declared. */
export function watchRoutes(app: FastifyInstance): () => Address[] {
  const added: { url: string; route: RouteOptions }[] = []
  app.addHook('onRoute', (route) => void added.push({ url: route.url, route }))
  return () =>
    added.flatMap(({ url, route }) => {
      // A route `/` below a prefix has a second path for which no hook runs. Hooks of plugins have set `config` by now.
      const paths = [...new Set([url, route.url])]
      const methods = new Set([route.method].flat())
      if (methods.has('GET') && !route.config?.refusesHead) methods.add('HEAD')
      return paths.flatMap((path) => [...methods].map((method) => ({ method, path, config: route.config ?? {} })))
    })
}

/** One line `METHOD path access plugin` per route. HEAD is omitted: it is answered like GET. */
export function routeLines(addresses: readonly Address[]): string[] {
  const lines = new Set(
    addresses
      .filter(({ method }) => method !== 'HEAD')
      .map(({ method, path, config: { access = 'public', plugin = 'kernel', websocket } }) =>
        [websocket ? 'WS' : method, path, access, plugin].join(' '),
      ),
  )
  return [...lines].sort()
}
