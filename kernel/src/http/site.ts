import type { FastifyInstance } from 'fastify'
import { addDashboard } from './dashboard.js'
import { watchRoutes } from './not-found.js'
import { addOpenApi } from './openapi.js'

/** What the kernel serves itself. Added before the routes of plugins, so that its hooks cover them. */
export async function addSite(app: FastifyInstance, version: string, dashboard?: string): Promise<void> {
  const missing = watchRoutes(app)
  const page = await addDashboard(app, dashboard)
  app.setNotFoundHandler(async (request, reply) => {
    const answer = page(request, reply)
    if (!answer) throw missing(request)
    return answer
  })
  await addOpenApi(app, version)
  app.get('/healthz', (_request, reply) => reply.type('text/plain').send('ok'))
}
