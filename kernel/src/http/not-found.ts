import { ApiError, notFound } from '@svc/plugin-sdk'
import type { FastifyRequest } from 'fastify'
import type { Address } from './routes.ts'

const pattern = (url: string): RegExp => {
  const source = url
    .split('/')
    .map((part) => (part.startsWith(':') ? '[^/]+' : part === '*' ? '.*' : part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')))
    .join('/')
  return new RegExp(`^${source}$`)
}

/** Tells what a miss is: no such path, or not this method. */
export function makeNotFound(addresses: () => readonly Address[]): (request: FastifyRequest) => ApiError {
  let known: { method: string; path: RegExp }[] | undefined
  return ({ url }) => {
    known ??= addresses().map(({ method, path }) => ({ method, path: pattern(path) }))
    const [asked = ''] = url.split('?', 1)
    const methods = known.filter(({ path }) => path.test(asked)).map(({ method }) => method)
    if (methods.length === 0) return notFound('there is nothing at this address')
    const allow = [...new Set(methods)].sort().join(', ')
    return new ApiError(405, 'METHOD_NOT_ALLOWED', `This address accepts ${allow}`, { headers: { allow } })
  }
}
