import { ApiError, type RequestGate } from '@svc/plugin-sdk'

/** Requests to read that change something, go out, or show what belongs to other visitors. */
const refused = ['/api/push/', '/api/auth/oauth/:provider', '/api/files/', '/api/admin/rate-limit']
const reading = new Set(['GET', 'HEAD', 'OPTIONS'])
const openSockets = new Set(['/api/agent/ws', '/api/ws/servers'])

/** The header with which the demo itself, and nobody else, changes something. */
export const setupHeader = 'x-demo-setup'

/** Refuses everything but reading. @param key of the demo itself; it never leaves the process */
export function makeGate(key: string): RequestGate {
  return {
    check({ method, route = '', headers, upgrades }) {
      if (headers[setupHeader] === key) return
      if (!reading.has(method)) throw new ApiError(403, 'demo.READ_ONLY')
      if (upgrades && !openSockets.has(route)) throw new ApiError(403, 'demo.NOT_HERE')
      if (refused.some((prefix) => route.startsWith(prefix)) && route !== '/api/auth/oauth/providers') {
        throw new ApiError(403, 'demo.NOT_HERE')
      }
    },
  }
}

/** The only hosts that requests of the server may go to. */
export const isOwnHost = (host: string): boolean => host === '127.0.0.1' || host === '::1'
