import type { FastifyInstance } from 'fastify'
import type { PluginRecord } from '../candidate.ts'
import type { UserOf } from './access.ts'

export interface Health {
  readonly records: readonly PluginRecord[]
  readonly userOf: UserOf
}

/**
 * Adds `/healthz`, whether the process answers, and `/readyz`, whether every plugin that should run does. Reasons contain
 * paths and settings, so only administrators get them.
 */
export function addHealth(app: FastifyInstance, { records, userOf }: Health): void {
  app.get('/healthz', (_request, reply) => reply.type('text/plain').send('ok'))
  app.get('/readyz', async (request, reply) => {
    const ready = records.every(({ selected, state }) => !selected || state === 'running')
    const isAdmin = (await userOf(request, reply))?.role === 'admin'
    const plugins = records.map(({ candidate: { id }, state, reason }) => ({ id, state, ...(isAdmin && { reason }) }))
    return reply
      .code(ready ? 200 : 503)
      .header('cache-control', 'no-store')
      .send({ data: { ready, plugins } })
  })
}
