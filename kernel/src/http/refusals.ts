import { addressKey, type Clock, makeRateLimiter } from '@svc/plugin-sdk'
import type { FastifyInstance, FastifyRequest } from 'fastify'

/** Requests to public routes that may be refused (4xx), per address. */
const limits = { max: 300, windowMs: 60_000 }

/** Refuses strangers who send nothing but bad requests, before their body is read. */
export function limitRefusals(app: FastifyInstance, clock: Pick<Clock, 'now'>): void {
  const limiter = makeRateLimiter(limits, clock)
  const isPublic = ({ routeOptions }: FastifyRequest) => routeOptions.config?.access === 'public'
  // Counted first, so that concurrent requests cannot exceed the limit.
  app.addHook('onRequest', async (request) => {
    if (isPublic(request)) limiter.take(addressKey(request.ip))
  })
  app.addHook('onResponse', async (request, { statusCode }) => {
    const isRefused = statusCode >= 400 && statusCode < 500
    if (isPublic(request) && !isRefused) limiter.refund(addressKey(request.ip))
  })
}
