import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { Type } from '@sinclair/typebox'
import { data, definePlugin, ErrorBody } from '@svc/plugin-sdk'
import { describeText } from '@svc/protocol/text'
import type { FastifyInstance } from 'fastify'
import pino from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { systemClock } from '../src/clock.ts'
import { type HttpWorld, makeApp } from '../src/http/app.ts'
import { makeClientResolver } from '../src/http/client.ts'
import { makeConnections } from '../src/http/connections.ts'
import { addSite } from '../src/http/site.ts'
import { makeStrangers } from '../src/http/strangers.ts'
import { createTestKernel, type TestKernel } from '../src/testing.ts'

describe('the embedded dashboard', () => {
  const html = '<!doctype html><html lang="en"><body><div></div></body></html>'
  let root: string
  let built: FastifyInstance
  let missing: FastifyInstance
  let now = 0
  const world: HttpWorld = {
    log: pino({ level: 'silent' }),
    services: { find: () => undefined },
    connections: makeConnections(systemClock),
    strangers: makeStrangers(() => false),
    clock: systemClock,
    clientOf: makeClientResolver(['127.0.0.0/8']),
    publicUrl: '',
    renderText: describeText,
    closing: () => false,
  }
  const site = async (dashboard: string, onRequest = (_url: string) => {}) => {
    const app = await makeApp(world)
    app.addHook('onRequest', async ({ url }) => onRequest(url))
    await addSite(app, { health: { records: [], userOf: async () => undefined }, clock: { now: () => now }, dashboard })
    app.get('/api/here', { config: { access: 'public' } }, () => 'here')
    app.get('/api/session', { config: { access: 'public' } }, (request, reply) => {
      if (!request.headers.cookie?.includes('known')) return reply.code(401).send({})
      reply.header('set-cookie', 'renewed')
      const { cookie } = request.headers
      const must_change_password = cookie.includes('fresh')
      return { data: { role: cookie.includes('admin') ? 'admin' : 'member', must_change_password } }
    })
    app.get<{ Params: { id: string } }>('/api/things/:id', { config: { access: 'public' } }, ({ params }) => ({
      data: `${params.id} </script><b>`,
    }))
    app.get('/api/secrets', { config: { access: 'public' } }, () => ({ data: 'for admins' }))
    app.get('/api/broken', { config: { access: 'public' } }, () => {
      throw new Error('broken')
    })
    return app
  }

  beforeAll(async () => {
    root = mkdtempSync(join(tmpdir(), 'svc-site-'))
    mkdirSync(join(root, 'assets'))
    writeFileSync(join(root, 'index.html'), html)
    const request = (path: string, isForAdmins = false) => ({ path, isForAdmins })
    const requests = [
      request('/api/things/$id'),
      request('/api/broken'),
      request('/api/secrets', true),
      request('/api/gone'),
    ]
    const plan = { session: '/api/session', pages: [{ pattern: '^/things/(?<id>[^/]+)/?$', requests }] }
    writeFileSync(join(root, 'answers.json'), JSON.stringify(plan))
    mkdirSync(join(root, 'runtime'))
    writeFileSync(join(root, 'runtime/react.js'), 'shim()')
    writeFileSync(join(root, 'favicon.svg'), '<svg/>')
    writeFileSync(join(root, 'assets/app-1a2b.js'), 'plain()')
    writeFileSync(join(root, 'assets/app-1a2b.js.br'), 'brotli')
    writeFileSync(join(root, 'assets/app-1a2b.js.gz'), 'gzip')
    built = await site(root)
    missing = await site('')
  })
  afterAll(async () => {
    await Promise.all([built.close(), missing.close()])
    rmSync(root, { recursive: true })
  })

  const page = { accept: 'text/html,*/*;q=0.8' }
  it.each(['/', '/index.html', '/servers/12', '/deep/er?tab=1', '/apiary'])('serves index.html for %s', async (url) => {
    const answer = await built.inject({ url, headers: page })
    expect([answer.statusCode, answer.body]).toEqual([200, html])
    expect(answer.headers).toMatchObject({ 'cache-control': 'no-cache', 'content-type': 'text/html; charset=utf-8' })
  })

  describe('to somebody who is signed in', () => {
    const open = (url: string, cookie: string, headers = {}) =>
      built.inject({ url, headers: { ...page, cookie, ...headers } })
    /** The answers in a page by path. */
    const answersIn = (body: string) => {
      const [, text = '{}'] =
        /<script type="application\/json" id="svc-answers" data-time="\d+">(.*?)<\/script>/s.exec(body) ?? []
      return JSON.parse(text)
    }

    it('brings the answers along that the page opens with', async () => {
      const answer = await open('/things/7?tab=1', 'known admin')
      expect(answer.headers).toMatchObject({ 'cache-control': 'no-store', vary: 'cookie, accept-encoding' })
      expect(answer.headers['content-security-policy']).toBeDefined()
      expect(answer.headers['set-cookie']).toBe('renewed')
      expect(answer.body).toContain('<html data-signed-in lang="en">')
      // what failed, the page asks for itself
      expect(answersIn(answer.body)).toEqual({
        '/api/session': { data: { role: 'admin', must_change_password: false } },
        '/api/things/7': { data: '7 </script><b>' },
        '/api/secrets': { data: 'for admins' },
      })
      expect(answer.body).toMatch(/<\/script><\/body><\/html>$/)
    })

    it('asks only for what their role may see, and nothing for other pages', async () => {
      const [member, elsewhere] = [await open('/things/7', 'known'), await open('/else', 'known admin')]
      expect(Object.keys(answersIn(member.body))).toEqual(['/api/session', '/api/things/7'])
      expect(Object.keys(answersIn(elsewhere.body))).toEqual(['/api/session'])
    })

    it('brings only their name along to whoever must change the password', async () => {
      const answer = await open('/things/7', 'known admin fresh')
      expect(Object.keys(answersIn(answer.body))).toEqual(['/api/session'])
      expect(answer.body).toContain('<html data-signed-in="held" lang="en">')
    })

    it('asks for nothing that does not exist', async () => {
      const asked: string[] = []
      const app = await site(root, (url) => asked.push(url))
      await app.inject({ url: '/things/7', headers: { ...page, cookie: 'known admin' } })
      await app.close()
      expect(asked).toEqual(['/things/7', '/api/session', '/api/things/7', '/api/broken', '/api/secrets'])
    })

    it('is as built beyond 20 pages in 20 seconds of an address', async () => {
      now += 20_000
      const openFrom = (remoteAddress: string) =>
        built.inject({ url: '/things/7', headers: { ...page, cookie: 'known' }, remoteAddress })
      for (let n = 0; n < 20; n += 1) expect((await openFrom('192.0.2.1')).body).toContain('svc-answers')
      expect((await openFrom('192.0.2.1')).body).toBe(html)
      expect((await openFrom('192.0.2.2')).body).toContain('svc-answers')
      now += 20_000
      expect((await openFrom('192.0.2.1')).body).toContain('svc-answers')
    })

    it.each([
      ['gzip, br', 'br', brotliDecompressSync],
      ['gzip', 'gzip', gunzipSync],
    ])('is compressed: %s', async (accepted, encoding, decompress) => {
      now += 20_000
      const answer = await open('/things/7', 'known', { 'accept-encoding': accepted })
      expect(answer.headers['content-encoding']).toBe(encoding)
      expect(Object.keys(answersIn(String(decompress(answer.rawPayload))))).toContain('/api/things/7')
    })

    it.each([
      ['/things/7', 'stranger', page.accept],
      ['/', 'known', '*/*'],
    ])('is as built for %s with cookie %s and Accept %s', async (url, cookie, accept) => {
      const answer = await open(url, cookie, { accept })
      expect([answer.body, answer.headers['cache-control'], answer.headers.vary]).toEqual([
        html,
        'no-cache',
        'cookie, accept-encoding',
      ])
    })
  })

  it('serves index.html for / without an Accept header', async () => {
    const [root, deeper] = await Promise.all(['/?up', '/servers'].map((url) => built.inject({ url })))
    expect([root?.statusCode, root?.body, deeper?.statusCode]).toEqual([200, html, 404])
  })

  it.each(['/api', '/api/nope', '/api-docs/nope', '/swagger-ui/nope', '/assets/old-9.js', '/runtime/old.js'])(
    'does not serve index.html for %s',
    async (url) => {
      const answer = await built.inject({ url, headers: page })
      expect([answer.statusCode, answer.json().error.code]).toEqual([404, 'NOT_FOUND'])
    },
  )

  it('does not serve index.html for requests other than navigation', async () => {
    for (const request of [{ url: '/x' }, { method: 'POST' as const, url: '/x', headers: page }]) {
      expect((await built.inject(request)).statusCode).toBe(404)
    }
    expect((await built.inject({ method: 'POST', url: '/api/here', headers: page })).statusCode).toBe(405)
  })

  it.each([
    ['br, gzip', 'brotli', 'br'],
    ['gzip', 'gzip', 'gzip'],
    ['', 'plain()', undefined],
  ])('serves precompressed files: %s', async (encoding, body, sent) => {
    const answer = await built.inject({ url: '/assets/app-1a2b.js', headers: { 'accept-encoding': encoding } })
    expect([answer.body, answer.headers['content-encoding']]).toEqual([body, sent])
    expect(answer.headers['cache-control']).toBe('public, max-age=31536000, immutable')
    expect(answer.headers['content-type']).toMatch(/javascript/)
  })

  it('revalidates files without a hash in their name', async () => {
    for (const url of ['/favicon.svg', '/runtime/react.js']) {
      const { headers } = await built.inject(url)
      expect(headers['cache-control']).toBe('no-cache')
      const again = await built.inject({ url, headers: { 'if-none-match': String(headers.etag) } })
      expect(again.statusCode).toBe(304)
    }
  })

  it('serves nothing outside its folder', async () => {
    for (const url of ['/../package.json', '/%2e%2e/package.json', '/assets/../../etc/passwd', '//etc/passwd']) {
      expect((await built.inject(url)).statusCode).toBe(404)
    }
  })

  it('answers 503 when the dashboard was not built', async () => {
    const answer = await missing.inject({ url: '/', headers: page })
    expect([answer.statusCode, answer.body]).toEqual([503, expect.stringContaining('was not built')])
  })

  it('sends HSTS only over https', async () => {
    const by = async (proto: string) =>
      (await built.inject({ url: '/', headers: { ...page, 'x-forwarded-proto': proto } })).headers
    expect(await by('https')).toMatchObject({ 'strict-transport-security': 'max-age=31536000' })
    expect(await by('http')).not.toHaveProperty('strict-transport-security')
  })

  it('allows only its own scripts', async () => {
    const { headers } = await built.inject({ url: '/', headers: page })
    expect(headers['content-security-policy']).toContain("script-src 'self';")
    expect(headers['content-security-policy']).not.toContain('unsafe-eval')
  })

  it('allows the inline scripts of index.html, only on that page', async () => {
    const inline = ['{"imports":{"a":"/b.js"}}', '\n  one()\n']
    const scripts = inline
      .map((text) => `<script type="importmap">${text}</script>`)
      .join('<script src="/x.js"></script>')
    const folder = mkdtempSync(join(tmpdir(), 'svc-page-'))
    writeFileSync(join(folder, 'index.html'), `<!doctype html>${scripts}`)
    const app = await site(folder)
    try {
      const hashes = inline.map((text) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`)
      const policy = async (url: string) =>
        (await app.inject({ url, headers: page })).headers['content-security-policy']
      expect(await policy('/')).toContain(`script-src 'self' ${hashes.join(' ')};`)
      expect(await policy('/servers/1')).toBe(await policy('/index.html'))
      expect(await policy('/api/here')).toContain("script-src 'self';")
    } finally {
      await app.close()
      rmSync(folder, { recursive: true })
    }
  })
})

describe('the OpenAPI document', () => {
  interface Response {
    readonly content: Readonly<Record<string, object>>
  }
  interface Operation {
    readonly security: object[]
    readonly responses: object & Readonly<Record<number, object>>
    readonly [key: string]: unknown
  }
  let kernel: TestKernel
  let paths: Record<string, Record<string, Operation>>
  let document: {
    openapi: string
    components: { securitySchemes: object; schemas: object; responses: Record<string, Response> }
  }
  const access = 'admin'

  beforeAll(async () => {
    const Params = Type.Object({ id: Type.String() })
    const plugin = definePlugin({
      id: 'probe',
      setup: () => ({
        routes: async (app) => {
          const Body = Type.Object({ name: Type.String() })
          const Query = Type.Object({ limit: Type.Integer({ default: 5 }) })
          const response = { 200: data(Body), 409: ErrorBody }
          app.put(
            '/api/things/:id',
            { config: { access, server: 'id', capability: 'file' }, schema: { params: Params, body: Body, response } },
            () => ({}) as never,
          )
          app.get('/api/things', { config: { access: 'public' }, schema: { querystring: Query } }, () => ({}))
          app.get('/api/bare', { config: { access: 'agent' } }, () => ({}))
          app.get('/api/ws', { websocket: true, config: { access: 'member' } }, () => {})
        },
      }),
    })
    kernel = await createTestKernel({ plugins: [plugin] })
    const answer = await kernel.inject('/api-docs/openapi.json')
    document = answer.json()
    paths = answer.json().paths
  })
  afterAll(() => kernel.close())

  it('is OpenAPI 3.1 with the security schemes', () => {
    expect(document.openapi).toBe('3.1.0')
    expect(Object.keys(document.components.securitySchemes)).toEqual(['cookie', 'apiKey', 'bearer', 'agent'])
    expect(Object.keys(document.components.schemas)).toEqual(['Error'])
  })

  it('describes exactly the routes of plugins', () => {
    const all = Object.entries(paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method} ${path}`),
    )
    expect(all.sort()).toEqual(['get /api/bare', 'get /api/things', 'get /api/ws', 'put /api/things/{id}'])
  })

  it('describes access, parameters and errors', () => {
    const put = paths['/api/things/{id}']?.put
    expect(put).toMatchObject({
      tags: ['probe'],
      operationId: 'put_api_things_id',
      'x-access': 'admin',
      security: [{ cookie: [] }, { apiKey: [] }, { bearer: [] }],
    })
    expect(put?.description).toBe('Access: admin.\n\nNeeds the agent capability file.')
    expect(put?.requestBody).toMatchObject({ required: true })
    expect(Object.keys(put?.responses ?? {})).toEqual([
      '200',
      '400',
      '401',
      '403',
      '404',
      '409',
      '413',
      '414',
      '415',
      '422',
      '500',
      '502',
      '503',
      '504',
    ])
    expect(put?.responses[422]).toEqual({ $ref: '#/components/responses/Error422' })
    expect(document.components.responses.Error422?.content['application/json']).toMatchObject({
      schema: { $ref: '#/components/schemas/Error' },
      example: { error: { code: 'VALIDATION_ERROR', details: [{ field: 'name', rule: 'is required' }] } },
    })
    expect(paths['/api/things']?.get).toMatchObject({ security: [], parameters: [{ name: 'limit', required: false }] })
    expect(paths['/api/bare']?.get).toMatchObject({ security: [{ agent: [] }] })
    expect(paths['/api/ws']?.get?.responses).toHaveProperty('101')
  })

  it('names license, server and the plugin of each tag', () => {
    expect(document).toMatchObject({
      info: { title: 'svc', license: { name: 'MIT' } },
      servers: [{ url: '/' }],
      tags: expect.arrayContaining([{ name: 'probe', description: 'probe' }]),
    })
  })

  it('is shown by Swagger UI', async () => {
    expect((await kernel.inject('/swagger-ui/')).body).toContain('swagger-ui-bundle.js')
    expect((await kernel.inject('/swagger-ui/static/swagger-ui.css')).statusCode).toBe(200)
    expect((await kernel.inject('/swagger-ui/static/swagger-initializer.js')).body).toContain('/api-docs/openapi.json')
  })

  it.each(['json', 'yaml', '%6Ason', 'yam%6C', 'json?pretty'])(
    'is serialized only once: /swagger-ui/%s leads to the document',
    async (name) => {
      expect((await kernel.inject(`/swagger-ui/${name}`)).headers.location).toBe('/api-docs/openapi.json')
    },
  )
})
