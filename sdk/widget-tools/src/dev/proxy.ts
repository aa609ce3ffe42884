import type { ClientRequest } from 'node:http'
import type { ProxyOptions } from 'vite'
import { isOwnRequest } from './is-own-request.ts'

interface Target {
  readonly url: URL
  readonly key: string | undefined
  /** host name of the preview page */
  readonly hostname: string
}

/** Proxies the API and the live socket of the server, as if requested by its own dashboard. */
export function makeProxy({ url, key, hostname }: Target): Record<string, ProxyOptions> {
  const setHeaders = (request: ClientRequest) => {
    if (request.getHeader('origin') !== undefined) request.setHeader('origin', url.origin)
    if (key === undefined) return
    request.setHeader('x-api-key', key)
    // A session cookie of this browser would take precedence over the key.
    request.removeHeader('cookie')
  }
  const api: ProxyOptions = {
    target: url.origin,
    changeOrigin: true,
    ws: true,
    bypass: (request) => (isOwnRequest(request.headers, hostname) ? undefined : false),
    configure(proxy) {
      proxy.on('proxyReq', setHeaders)
      proxy.on('proxyReqWs', setHeaders)
    },
  }
  // The style sheets of the dashboard and the fonts they load.
  const assets: ProxyOptions = { target: url.origin, changeOrigin: true }
  return { '/api': api, '^/assets/[^?]+\\.(css|woff2)$': assets }
}
