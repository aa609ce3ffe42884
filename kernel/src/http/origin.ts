import { ApiError } from '@svc/plugin-sdk'
import type { FastifyRequest } from 'fastify'

const safe = new Set(['GET', 'HEAD', 'OPTIONS'])

/** Browsers omit the default port in `Origin`; some proxies add it to `Host`. */
const withoutDefaultPort = (host: string): string => host.toLowerCase().replace(/:(?:80|443)$/, '')

function isOwn(origin: string, request: FastifyRequest): boolean {
  if (!URL.canParse(origin)) return false
  const { host, protocol } = new URL(origin)
  if (request.protocol === 'https' && protocol !== 'https:') return false
  const own = [request.headers.host ?? '', request.host].map(withoutDefaultPort)
  return host !== '' && own.includes(withoutDefaultPort(host))
}

/**
 * Rejects requests with a cookie that come from pages of other origins. Browsers send `Origin` with every unsafe request
 * and WebSocket upgrade, and current ones send `Sec-Fetch-Site` with all requests. A request with neither header does not
 * come from a browser, so no other page can have caused it, and it passes.
 */
export function checkOrigin(request: FastifyRequest, upgrade: boolean): void {
  if (!upgrade && safe.has(request.method)) return
  const { origin, 'sec-fetch-site': site } = request.headers
  if (origin !== undefined) {
    if (isOwn(origin, request)) return
  } else if (site === 'same-origin' || site === 'none' || site === undefined) return
  throw new ApiError(403, 'kernel.ORIGIN_NOT_ALLOWED')
}
