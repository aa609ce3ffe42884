import type { ClientRequest } from 'node:http'
import type { ProxyOptions } from 'vite'
import { isOwnRequest } from './guard.ts'

interface Target {
  readonly url: URL
  readonly key: string | undefined
  /** of the address that the page is served at */
  readonly hostname: string
}

/** The API and the live socket of the server, as its own page would use them. */
export function proxyTo({ url, key, hostname }: Target): Record<string, ProxyOptions> {
  const dress = (request: ClientRequest) => {
    if (request.getHeader('origin') !== undefined) request.setHeader('origin', url.origin)
    if (key === undefined) return
    request.setHeader('x-api-key', key)
    // a session of somebody else in this browser would come first
    request.removeHeader('cookie')
  }
  const api: ProxyOptions = {
    target: url.origin,
    changeOrigin: true,
    ws: true,
    bypass: (request) => (isOwnRequest(request.headers, hostname) ? undefined : false),
    configure(proxy) {
      proxy.on('proxyReq', dress)
      proxy.on('proxyReqWs', dress)
    },
  }
  // the look of the page: the style sheets of the dashboard, and what they load
  const look: ProxyOptions = { target: url.origin, changeOrigin: true }
  return { '/api': api, '^/assets/[^?]+\\.(css|woff2)$': look }
}
