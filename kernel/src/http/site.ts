import type { FastifyInstance } from 'fastify'
import { watchRoutes } from './not-found.js'

/** Addresses of the kernel itself, which no plugin may claim. */
export const siteRoutes = [{ method: 'GET', url: '/healthz' }] as const

/** What the kernel serves itself. Added before the routes of plugins, so that hooks cover them. */
export async function addSite(app: FastifyInstance, _version: string): Promise<void> {
  const missing = watchRoutes(app)
  app.get('/healthz', { schema: { hide: true } as object }, (_request, reply) => reply.type('text/plain').send('ok'))
  app.setNotFoundHandler(async (request) => {
    throw missing(request)
  })
}
