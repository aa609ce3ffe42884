import { createHash } from 'node:crypto'
import { type Dirent, existsSync, readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, relative, sep } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { pagePolicy } from './security-headers.ts'

/** The folder of the built dashboard. */
function findDashboard(): string | undefined {
  try {
    const root = join(dirname(createRequire(import.meta.url).resolve('@svc/dashboard/package.json')), 'dist')
    return existsSync(join(root, 'index.html')) ? root : undefined
  } catch {
    return undefined
  }
}

const notBuilt = 'The dashboard was not built: run `npm run build` and start the server again.\n'

/** Paths that never serve the single-page application. */
const reserved = /^\/(?:api|api-docs|swagger-ui|assets|page|runtime)(?:[/?]|$)/

/** `/` counts without an `Accept: text/html` as well, for uptime checks. */
const isNavigation = ({ method, headers, url }: FastifyRequest): boolean =>
  (method === 'GET' || method === 'HEAD') &&
  (/^\/(?:\?|$)/.test(url) || (/text\/html/.test(headers.accept ?? '') && !reserved.test(url)))

/** The hashes of inline scripts for the content security policy. */
const inlineScriptHashes = (html: string): string[] =>
  [...html.matchAll(/<script(?![^>]*\ssrc=)[^>]*>(.*?)<\/script>/gs)].map(
    ([, text = '']) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`,
  )

/** File names of the build carry a hash of their content, except those at the top. */
const year = 365 * 24 * 3600 * 1000
const caching = (file: string) =>
  file.startsWith('assets/') ? { maxAge: year, immutable: true } : { maxAge: 0, cacheControl: false }

/** The files below a folder, as paths with `/`. */
function filesIn(folder: string): ReadonlySet<string> {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true })
  const nameOf = ({ parentPath, name }: Dirent) => relative(folder, join(parentPath, name)).replaceAll(sep, '/')
  return new Set(entries.filter((entry) => entry.isFile()).map(nameOf))
}

/**
 * Serves the embedded dashboard: its files, and index.html for every other navigation, which the browser routes. Returns
 * the handler for requests that match no route; it returns undefined for those it does not serve.
 */
export async function addDashboard(app: FastifyInstance, root = findDashboard()) {
  let known: ReadonlySet<string> | undefined
  const files = () => {
    known ??= root ? filesIn(root) : new Set()
    return known
  }
  const policy = root && pagePolicy(inlineScriptHashes(readFileSync(join(root, 'index.html'), 'utf8')))
  if (root) await app.register(fastifyStatic, { root, serve: false, preCompressed: true })

  const send = (reply: FastifyReply, file: string) => {
    if (!file.startsWith('assets/')) reply.header('cache-control', 'no-cache')
    if (file === 'index.html') reply.header('content-security-policy', policy)
    return reply.sendFile(file, caching(file))
  }
  return (request: FastifyRequest, reply: FastifyReply): FastifyReply | undefined => {
    const file = request.url.slice(1).split('?', 1)[0] ?? ''
    if ((request.method === 'GET' || request.method === 'HEAD') && files().has(file)) return send(reply, file)
    if (!isNavigation(request)) return undefined
    return root ? send(reply, 'index.html') : reply.code(503).type('text/plain; charset=utf-8').send(notBuilt)
  }
}
