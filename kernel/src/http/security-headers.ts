import helmet from '@fastify/helmet'
import type { FastifyInstance } from 'fastify'

/**
 * For a single-page application of our own files. Style elements and attributes are allowed because the chart and the
 * component libraries write them; scripts only from files.
 */
const contentSecurityPolicy = {
  useDefaults: false,
  directives: {
    defaultSrc: ["'none'"],
    baseUri: ["'none'"],
    connectSrc: ["'self'"],
    fontSrc: ["'self'", 'data:'],
    formAction: ["'self'"],
    frameAncestors: ["'none'"],
    imgSrc: ["'self'", 'data:', 'blob:'],
    manifestSrc: ["'self'"],
    scriptSrc: ["'self'"],
    styleSrc: ["'self'", "'unsafe-inline'"],
    workerSrc: ["'self'"],
  },
}

/** A year. Without sub-domains: they are not ours to decide about. */
const strictTransport = 'max-age=31536000'

/**
 * Headers of every response. HSTS is sent only on requests that came by https, because a deployment without TLS is
 * legitimate in a private network and must not be locked out. Answers of the API are not stored by default.
 */
export async function addSecurityHeaders(app: FastifyInstance): Promise<void> {
  await app.register(helmet, {
    global: true,
    contentSecurityPolicy,
    crossOriginEmbedderPolicy: false,
    frameguard: { action: 'deny' },
    hsts: false,
    permittedCrossDomainPolicies: { permittedPolicies: 'none' },
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
  })
  app.addHook('onSend', async (request, reply) => {
    if (request.protocol === 'https') reply.header('strict-transport-security', strictTransport)
    if (request.url.startsWith('/api/') && !reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store')
  })
}
