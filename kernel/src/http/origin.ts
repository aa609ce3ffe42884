import { ApiError } from '@svc/plugin-sdk'
import type { FastifyRequest } from 'fastify'

const safe = new Set(['GET', 'HEAD', 'OPTIONS'])

/** A browser leaves the default port out of `Origin`; proxies sometimes add it to `Host`. */
const withoutDefaultPort = (host: string): string => host.toLowerCase().replace(/:(?:80|443)$/, '')

function isOwn(origin: string, request: FastifyRequest): boolean {
  if (!URL.canParse(origin)) return false
  const { host, protocol } = new URL(origin)
  if (request.protocol === 'https' && protocol !== 'https:') return false
  const own = [request.headers.host ?? '', request.host].map(withoutDefaultPort)
  return host !== '' && own.includes(withoutDefaultPort(host))
}

/**
 * Whether a request that authenticates by cookie comes from a page of ours. Browsers send `Origin` with every unsafe
 * request and every WebSocket upgrade, and the current ones `Sec-Fetch-Site` with all requests. So a request with
 * neither comes from no browser, and no foreign page can have caused it: it passes as a plain request. An upgrade must
 * prove its origin in any case.
 */
export function checkOrigin(request: FastifyRequest, upgrade: boolean): void {
  if (!upgrade && safe.has(request.method)) return
  const { origin, 'sec-fetch-site': site } = request.headers
  if (origin !== undefined) {
    if (isOwn(origin, request)) return
  } else if (site === 'same-origin' || site === 'none' || (site === undefined && !upgrade)) return
  throw new ApiError(403, 'ORIGIN_NOT_ALLOWED', 'The request comes from a page of another origin')
}
