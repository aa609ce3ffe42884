import { createHash } from 'node:crypto'
import { type Dirent, existsSync, readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, relative, sep } from 'node:path'
import { PassThrough } from 'node:stream'
import { constants, createBrotliCompress, createGzip } from 'node:zlib'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { accepts } from './compression.ts'
import { makeFirstAnswers } from './first-answers.ts'
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

/** The page in two parts, between which the answers are put. */
function splitPage(html: string): readonly [string, string] {
  const end = html.lastIndexOf('</body>')
  const at = end < 0 ? html.length : end
  return [html.slice(0, at), html.slice(at)]
}

/** Tells the first script of the page that somebody is signed in, and whether they see the page. */
const signedIn = (html: string, isHeld: boolean): string =>
  html.replace('<html', `<html data-signed-in${isHeld ? '="held"' : ''}`)

/** Resolves when what was written before is on its way to the browser. */
const flushed = (flush: (done: () => void) => void) =>
  new Promise<void>((resolve) => flush(() => setImmediate(resolve)))

/** Two thirds of a page with the answers of a large fleet are its numbers, of which Brotli makes a sixth less than gzip. */
function makeBody(acceptEncoding: string | undefined) {
  if (accepts('br', acceptEncoding)) {
    const body = createBrotliCompress({ params: { [constants.BROTLI_PARAM_QUALITY]: 5 } })
    return { encoding: 'br', body, flush: () => flushed((done) => body.flush(constants.BROTLI_OPERATION_FLUSH, done)) }
  }
  if (accepts('gzip', acceptEncoding)) {
    const body = createGzip({ level: 4 })
    return { encoding: 'gzip', body, flush: () => flushed((done) => body.flush(constants.Z_SYNC_FLUSH, done)) }
  }
  return { encoding: undefined, body: new PassThrough(), flush: () => flushed((done) => done()) }
}

/** JSON as the content of a script element, which it must not end. */
const asScript = (json: string) =>
  `<script type="application/json" id="svc-answers" data-time="${Date.now()}">${json.replaceAll('<', '\\u003c')}</script>`

/** What the answers of a page are made with. */
type Source = Pick<Parameters<typeof makeFirstAnswers>[0], 'clock' | 'addresses'>

/** The embedded dashboard, as it was built. */
function readDashboard(app: FastifyInstance, source: Source, root: string) {
  const html = readFileSync(join(root, 'index.html'), 'utf8')
  const [before, after] = splitPage(html)
  let known: ReadonlySet<string> | undefined
  return {
    has(file: string): boolean {
      known ??= filesIn(root)
      return known.has(file)
    },
    before,
    after,
    policy: pagePolicy(inlineScriptHashes(html)),
    firstAnswers: makeFirstAnswers({ app, ...source, file: join(root, 'answers.json') }),
  }
}

/**
 * Serves the embedded dashboard: its files, and index.html for every other navigation, which the browser routes; to somebody
 * who is signed in with the answers that the page opens with. Returns the handler for requests that match no route; it
 * resolves to undefined for those it does not serve.
 */
export async function addDashboard(app: FastifyInstance, source: Source, root = findDashboard()) {
  const built = root ? readDashboard(app, source, root) : undefined
  if (root) await app.register(fastifyStatic, { root, serve: false, preCompressed: true })

  const send = (reply: FastifyReply, file: string) => {
    if (!file.startsWith('assets/')) reply.header('cache-control', 'no-cache')
    if (file === 'index.html') reply.header('content-security-policy', built?.policy)
    return reply.sendFile(file, caching(file))
  }
  const sendPage = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    if (!built) return reply.code(503).type('text/plain; charset=utf-8').send(notBuilt)
    const isPage = request.method === 'GET' && /text\/html/.test(request.headers.accept ?? '')
    const answers = isPage ? await built.firstAnswers(request) : undefined
    if (!answers) return send(reply.header('vary', 'cookie'), 'index.html')
    const { encoding, body, flush } = makeBody(request.headers['accept-encoding'])
    body.write(signedIn(built.before, answers.isHeld))
    // The browser asks for scripts and paints the frame while the server makes the answers, which would hold up what was not
    // sent before.
    void flush()
      .then(answers.all)
      .then((json) => body.end(asScript(json) + built.after))
    if (encoding) reply.header('content-encoding', encoding)
    if (answers.cookies) reply.header('set-cookie', answers.cookies)
    return reply
      .header('content-security-policy', built.policy)
      .header('cache-control', 'no-store')
      .header('vary', 'cookie, accept-encoding')
      .type('text/html; charset=utf-8')
      .send(body)
  }
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply | undefined> => {
    const file = request.url.slice(1).split('?', 1)[0] ?? ''
    if ((request.method === 'GET' || request.method === 'HEAD') && built?.has(file)) return send(reply, file)
    return isNavigation(request) ? sendPage(request, reply) : undefined
  }
}
