import { ApiError, notFound } from '@svc/plugin-sdk'
import type { FastifyRequest } from 'fastify'
import type { Address } from './routes.ts'

/** A path of a route as a regular expression. */
export const toPattern = (url: string): RegExp => {
  const source = url
    .split('/')
    .map((part) => (part.startsWith(':') ? '[^/]+' : part === '*' ? '.*' : RegExp.escape(part)))
    .join('/')
  return new RegExp(`^${source}$`)
}

const notAllowed = (methods: Iterable<string>): ApiError => {
  const allow = [...new Set(methods)].sort().join(', ')
  return new ApiError(405, 'kernel.METHOD_NOT_ALLOWED', { allow }, { headers: { allow } })
}

/**
 * Throws 405 for a path of its own that does not have this method: a parameter of another route would take its last part
 * for an id, as `GET /api/servers/cleanup` would be a server.
 */
export function makeShadowCheck(addresses: () => readonly Address[]): (request: FastifyRequest) => void {
  let byPath: Map<string, Address[]> | undefined
  return ({ url, method, routeOptions }) => {
    if (!routeOptions.url?.includes(':')) return
    byPath ??= Map.groupBy(addresses(), ({ path }) => path)
    const methods = byPath.get(url.split('?', 1)[0] ?? '')?.map((address) => address.method)
    if (methods && !methods.includes(method)) throw notAllowed(methods)
  }
}

/** The error for a request without a route: 405 if the path exists with other methods, otherwise 404. */
export function makeNotFound(addresses: () => readonly Address[]): (request: FastifyRequest) => ApiError {
  let compiled: { method: string; pattern: RegExp }[] | undefined
  return ({ url }) => {
    compiled ??= addresses().map(({ method, path }) => ({ method, pattern: toPattern(path) }))
    const [path = ''] = url.split('?', 1)
    const methods = compiled.filter(({ pattern }) => pattern.test(path)).map(({ method }) => method)
    if (methods.length === 0) return notFound('kernel.NO_ROUTE')
    return notAllowed(methods)
  }
}
