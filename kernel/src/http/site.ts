import type { Clock } from '@svc/plugin-sdk'
import type { FastifyInstance } from 'fastify'
import { addDashboard } from './dashboard.ts'
import { addHealth, type Health } from './health.ts'
import { makeNotFound, makeShadowCheck } from './not-found.ts'
import { routeLines, watchRoutes } from './routes.ts'

interface Options {
  readonly health: Health
  readonly clock: Pick<Clock, 'now'>
  /** the folder of the built dashboard, otherwise that of its package */
  readonly dashboard?: string
}

/**
 * Adds what the kernel serves itself. Call it before the routes of plugins are added, so that its hooks cover them. Returns
 * a function that lists all routes.
 */
export async function addSite(app: FastifyInstance, { health, clock, dashboard }: Options): Promise<() => string[]> {
  const addresses = watchRoutes(app)
  const notFoundError = makeNotFound(addresses)
  const checkShadow = makeShadowCheck(addresses)
  app.addHook('onRequest', async (request) => checkShadow(request))
  const serveDashboard = await addDashboard(app, { clock, addresses }, dashboard)
  app.setNotFoundHandler(async (request, reply) => {
    const response = await serveDashboard(request, reply)
    if (!response) throw notFoundError(request)
    return response
  })
  addHealth(app, health)
  // The dashboard handles requests without a route.
  return () => routeLines([...addresses(), { method: 'GET', path: '/*', config: {} }])
}
