import { ApiError, notFound } from '@svc/plugin-sdk'
import type { FastifyInstance, FastifyRequest } from 'fastify'

const pattern = (url: string): RegExp => {
  const source = url
    .split('/')
    .map((part) => (part.startsWith(':') ? '[^/]+' : part === '*' ? '.*' : part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')))
    .join('/')
  return new RegExp(`^${source}$`)
}

/** Collects the routes of an application so that a miss can be told: no such path, or not this method. */
export function watchRoutes(app: FastifyInstance): (request: FastifyRequest) => ApiError {
  const known = new Map<string, { path: RegExp; methods: Set<string> }>()
  app.addHook('onRoute', ({ url, method }) => {
    const entry = known.get(url) ?? { path: pattern(url), methods: new Set() }
    for (const name of [method].flat()) entry.methods.add(name)
    known.set(url, entry)
  })
  return ({ url }) => {
    const [path = ''] = url.split('?', 1)
    const methods = [...known.values()].filter((entry) => entry.path.test(path)).flatMap((entry) => [...entry.methods])
    if (methods.length === 0) return notFound('there is nothing at this address')
    const allow = [...new Set(methods)].sort().join(', ')
    return new ApiError(405, 'METHOD_NOT_ALLOWED', `This address accepts ${allow}`, { headers: { allow } })
  }
}
