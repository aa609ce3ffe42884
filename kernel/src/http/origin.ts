import { ApiError } from '@svc/plugin-sdk'
import type { FastifyRequest } from 'fastify'

const safe = new Set(['GET', 'HEAD', 'OPTIONS'])

/** Browsers omit the default port in `Origin`; some proxies add it to `Host`. */
const withoutDefaultPort = (host: string): string => host.toLowerCase().replace(/:(?:80|443)$/, '')

/** The hosts by which browsers may know the server. */
const ownHosts = (request: FastifyRequest, publicHost: string): string[] =>
  [request.headers.host ?? '', request.host, publicHost].filter(Boolean).map(withoutDefaultPort)

function isOwn(origin: string, request: FastifyRequest, publicHost: string): boolean {
  if (!URL.canParse(origin)) return false
  const { host, protocol } = new URL(origin)
  if (request.protocol === 'https' && protocol !== 'https:') return false
  return host !== '' && ownHosts(request, publicHost).includes(withoutDefaultPort(host))
}

/**
 * Rejects requests with a cookie that come from pages of other origins. Browsers send `Origin` with every unsafe request
 * and WebSocket upgrade, and current ones send `Sec-Fetch-Site` with all requests. A request with neither header does not
 * come from a browser, so no other page can have caused it, and it passes.
 */
export function makeOriginCheck(publicUrl: string): (request: FastifyRequest, upgrade: boolean) => void {
  const publicHost = publicUrl === '' ? '' : new URL(publicUrl).host
  return (request, upgrade) => {
    if (!upgrade && safe.has(request.method)) return
    const { origin, 'sec-fetch-site': site } = request.headers
    // The browser itself compares the addresses that it sees, so this holds behind a proxy that forwards no host.
    if (site === 'same-origin') return
    if (origin === undefined) {
      if (site === 'none' || site === undefined) return
      throw new ApiError(403, 'kernel.ORIGIN_NOT_ALLOWED')
    }
    if (isOwn(origin, request, publicHost)) return
    // A proxy that replaces the host looks like this as well, so the message says what it has to forward.
    throw new ApiError(403, 'kernel.ORIGIN_IS_ANOTHER', { origin, host: request.host }, { code: 'ORIGIN_NOT_ALLOWED' })
  }
}
