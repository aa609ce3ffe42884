import type { FastifyInstance } from 'fastify'
import { addDashboard } from './dashboard.ts'
import { makeNotFound } from './not-found.ts'
import { routeLines, watchRoutes } from './routes.ts'

/**
 * What the kernel serves itself. Added before the routes of plugins, so that its hooks cover them. Returns what lists
 * all routes.
 */
export async function addSite(app: FastifyInstance, dashboard?: string): Promise<() => string[]> {
  const addresses = watchRoutes(app)
  const missing = makeNotFound(addresses)
  const page = await addDashboard(app, dashboard)
  app.setNotFoundHandler(async (request, reply) => {
    const answer = page(request, reply)
    if (!answer) throw missing(request)
    return answer
  })
  app.get('/healthz', (_request, reply) => reply.type('text/plain').send('ok'))
  // the dashboard answers where there is no route
  return () => routeLines([...addresses(), { method: 'GET', path: '/*', config: {} }])
}
