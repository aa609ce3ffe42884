import { Socket } from 'node:net'
import { addressKey, type Clock, makeRateLimiter } from '@svc/plugin-sdk'
import type { FastifyInstance, FastifyRequest } from 'fastify'

/** Requests of strangers that may be refused (4xx), per address. */
const limits = { max: 300, windowMs: 60_000 }

/** Time that a client which asks too much waits for each refusal, because it may ask again as soon as it has one. */
const holdMs = 1000

const tooManyRequests = 429

/**
 * Refuses strangers who send nothing but bad requests, before their body is read, and makes whoever asks too much wait for
 * the refusals.
 */
export function limitRefusals(app: FastifyInstance, clock: Pick<Clock, 'now'>): void {
  const limiter = makeRateLimiter(limits, clock)
  const isPublic = ({ routeOptions }: FastifyRequest) => routeOptions.config?.access === 'public'
  const isRefused = (status: number) => status >= 400 && status < 500
  /** Users must not be refused because of a stranger at their address, so other routes only count who is refused there. */
  const exceeds = (request: FastifyRequest): boolean => {
    if (isPublic(request) || request.principal || request.agent) return false
    try {
      limiter.take(addressKey(request.ip))
      return false
    } catch {
      return true
    }
  }

  // Counted first, so that concurrent requests cannot exceed the limit.
  app.addHook('onRequest', async (request) => {
    if (isPublic(request)) limiter.take(addressKey(request.ip))
  })
  app.addHook('onResponse', async (request, { statusCode }) => {
    if (isPublic(request) && !isRefused(statusCode)) limiter.refund(addressKey(request.ip))
  })
  app.addHook('onSend', (request, { statusCode }, _payload, done) => {
    const asksTooMuch = isRefused(statusCode) && (statusCode === tooManyRequests || exceeds(request))
    // Nobody waits for the answers of injected requests in vain.
    if (asksTooMuch && request.raw.socket instanceof Socket) setTimeout(() => done(), holdMs).unref()
    else done()
  })
}
