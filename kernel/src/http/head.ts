import type { IncomingMessage } from 'node:http'
import type { FastifyInstance, onRequestHookHandler } from 'fastify'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** set by the kernel, from `exposeHeadRoute`: the route does not answer HEAD */
    refusesHead?: boolean
  }
}

const asked = new WeakSet<IncomingMessage>()

/** Lets the router find the GET route of a HEAD request: a HEAD route for each would be a tenth of a start, and 8 MB. */
export function routeHeadAsGet(request: IncomingMessage): string {
  if (request.method === 'HEAD') {
    request.method = 'GET'
    asked.add(request)
  }
  return request.url ?? '/'
}

/** For the first hook of a request. */
export function restoreHead(request: IncomingMessage): void {
  if (asked.has(request)) request.method = 'HEAD'
}

export const refuseHead: onRequestHookHandler = (request, reply, done) => {
  if (request.method === 'HEAD' && request.routeOptions.config?.refusesHead) reply.callNotFound()
  else done()
}

/** Notes which routes do not answer HEAD. */
export function watchHead(app: FastifyInstance): void {
  app.addHook('onRoute', (route) => {
    const methods = [route.method].flat()
    if (methods.includes('HEAD') && !methods.includes('GET')) {
      throw new Error(`HEAD ${route.url} needs GET ${route.url}, which answers it`)
    }
    if (route.exposeHeadRoute === false) route.config = { ...route.config, refusesHead: true }
  })
}
