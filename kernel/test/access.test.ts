import { authenticator, definePlugin, type Principal, serverGate } from '@svc/plugin-sdk'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import WebSocket from 'ws'
import { createTestKernel, type TestKernel } from '../src/testing.ts'

const principal = (more: Partial<Principal> = {}): Principal => ({
  ...{ userId: 'u', username: 'u', role: 'member', via: 'cookie', credentialId: 'c', flagged: false },
  ...more,
})

/** Accepts the cookie `session` whose value is a principal as JSON in base64url. */
const accounts = definePlugin({
  id: 'accounts',
  provides: { authenticator },
  setup: () => ({
    provides: {
      authenticator: {
        authenticate({ cookies }) {
          if (cookies.session === 'broken') throw new Error('database is locked')
          return cookies.session && JSON.parse(Buffer.from(cookies.session, 'base64url').toString())
        },
      },
    },
  }),
})

let ran = 0
const probe = definePlugin({
  id: 'probe',
  provides: { serverGate },
  setup: () => ({
    provides: {
      serverGate: {
        check({ role }, id, capability) {
          if (id === 'unknown' || (id === 'hidden' && role !== 'admin')) return { kind: 'unknown' }
          if (capability && id === 'off') return { kind: 'offline', server: { id, name: `server ${id}`, number: 8 } }
          if (capability === 'file') return { kind: 'denied' }
          return { kind: 'ok', server: { id, name: `server ${id}`, number: 7 } }
        },
      },
    },
    routes: async (app) => {
      const body = { type: 'object', required: ['x'] }
      const count = () => {
        ran += 1
        return { data: 'ok' }
      }
      app.get('/api/public', { config: { access: 'public' } }, count)
      app.get('/api/member', { config: { access: 'member' } }, (request) => ({ data: request.principal.userId }))
      app.post('/api/member', { config: { access: 'member' } }, count)
      app.post('/api/admin', { config: { access: 'admin' }, schema: { body } }, count)
      app.get('/api/me', { config: { access: 'member', whileFlagged: true } }, count)
      app.get('/api/agent', { config: { access: 'agent' } }, (request) => ({ data: request.agent.serverId }))
      for (const capability of ['docker', 'file']) {
        app.get(`/api/:id/${capability}`, { config: { access: 'member', server: 'id', capability } }, count)
      }
      const stored = { access: 'member', server: 'id', capability: 'docker', whileOffline: true } as const
      app.get('/api/:id/stored', { config: stored }, (request) => ({ data: request.visibleServer }))
      app.get('/api/about/:server_id', { config: { access: 'member', server: 'server_id' } }, (request) => ({
        data: request.visibleServer,
      }))
      app.get('/api/socket', { websocket: true, config: { access: 'member' } }, (socket) => {
        socket.on('message', (message) => socket.send(String(message)))
        socket.send('hello')
      })
    },
  }),
})

let kernel: TestKernel
let base: string
beforeAll(async () => {
  kernel = await createTestKernel({ plugins: [accounts, probe] })
  base = await kernel.listen()
})
afterAll(() => kernel.close())

const session = (more?: Partial<Principal>) => ({
  cookie: `session=${Buffer.from(JSON.stringify(principal(more))).toString('base64url')}`,
})
const ask = async (method: 'GET' | 'POST', url: string, headers: object = {}, payload?: object) => {
  const answer = await kernel.inject({ method, url, headers: headers as never, ...(payload ? { payload } : {}) })
  return answer.statusCode === 200 ? 200 : `${answer.statusCode} ${answer.json().error.code}`
}
const admin = { role: 'admin' } as const

describe('the order of checks', () => {
  it.each<[string, Promise<number | string> | (() => Promise<number | string>), number | string]>([
    ['no credential', () => ask('GET', '/api/member'), '401 UNAUTHORIZED'],
    ['a credential', () => ask('GET', '/api/member', session()), 200],
    ['an authenticator that throws', () => ask('GET', '/api/member', { cookie: 'session=broken' }), '401 UNAUTHORIZED'],
    [
      'a member on an admin route, before the body is read',
      () => ask('POST', '/api/admin', session(), { y: 1 }),
      '403 FORBIDDEN',
    ],
    [
      'an admin with an invalid body',
      () => ask('POST', '/api/admin', session(admin), { y: 1 }),
      '422 VALIDATION_ERROR',
    ],
    ['an admin', () => ask('POST', '/api/admin', session(admin), { x: 1 }), 200],
    [
      'a flagged account',
      () => ask('POST', '/api/admin', session({ ...admin, flagged: true }), { x: 1 }),
      '403 MUST_CHANGE_PASSWORD',
    ],
    [
      'a flagged member on an admin route',
      () => ask('POST', '/api/admin', session({ flagged: true }), { x: 1 }),
      '403 MUST_CHANGE_PASSWORD',
    ],
    ['a flagged account on a route that allows it', () => ask('GET', '/api/me', session({ flagged: true })), 200],
    ['an unknown path, before authentication', () => ask('GET', '/api/nope'), '404 NOT_FOUND'],
    ['a public route', () => ask('GET', '/api/public'), 200],
  ])('%s', async (_, request, expected) => {
    expect(await (typeof request === 'function' ? request() : request)).toBe(expected)
  })

  it('does not run the handler of a refused request', async () => {
    ran = 0
    await ask('POST', '/api/member')
    expect(ran).toBe(0)
  })
})

describe('agents', () => {
  it('answers 401 in plain text without a valid token', async () => {
    const answer = await kernel.inject('/api/agent')
    expect([answer.statusCode, answer.body, answer.headers['content-type']]).toEqual([
      401,
      'Unauthorized',
      'text/plain; charset=utf-8',
    ])
  })
  it('accepts the token in the header, or in the query from old agents', async () => {
    expect((await kernel.asAgent('s1').inject('/api/agent')).json()).toEqual({ data: 's1' })
    expect((await kernel.inject('/api/agent?token=test-agent:s2')).json()).toEqual({ data: 's2' })
  })
  it('does not accept a user session', async () => {
    expect((await kernel.inject({ url: '/api/agent', headers: session(admin) })).statusCode).toBe(401)
  })
})

describe('routes about a server', () => {
  it.each([
    ['/api/s/docker', 200],
    ['/api/s/file', '403 FORBIDDEN'],
    ['/api/unknown/docker', '404 NOT_FOUND'],
    ['/api/hidden/file', '404 NOT_FOUND'],
    ['/api/off/docker', '404 NOT_FOUND'],
    ['/api/off/stored', 200],
    ['/api/unknown/stored', '404 NOT_FOUND'],
    ['/api/about/off', 200],
    ['/api/about/unknown', '404 NOT_FOUND'],
  ])('%s', async (url, expected) => {
    expect(await ask('GET', url, session())).toBe(expected)
  })

  it('give the handler the server', async () => {
    const answer = await kernel.inject({ url: '/api/about/s', headers: session() })
    expect(answer.json()).toEqual({ data: { id: 's', name: 'server s', number: 7 } })
  })

  it('answer the same for a hidden server as for an unknown one, except to admins', async () => {
    const about = (id: string, more?: Partial<Principal>) =>
      kernel.inject({ url: `/api/about/${id}`, headers: session(more) })
    expect((await about('hidden')).body).toBe((await about('unknown')).body)
    expect((await about('hidden', admin)).json().data.id).toBe('hidden')
  })

  it('find no server when nobody owns servers', async () => {
    const alone = await createTestKernel({
      plugins: [
        definePlugin({
          id: 'alone',
          setup: () => ({
            routes: async (app) => {
              app.get('/api/about/:id', { config: { access: 'admin', server: 'id' } }, () => ({ data: 'ok' }))
            },
          }),
        }),
      ],
    })
    expect((await alone.as('admin').inject('/api/about/s')).json().error.message).toBe('Not found: no such server')
    await alone.close()
  })

  it.each<[string, object, RegExp]>([
    ['a capability without a server', { access: 'member', capability: 'file' }, /does not say of which server/],
    ['a parameter that the path lacks', { access: 'member', server: 'id' }, /has no path parameter :id/],
    ['a public route', { access: 'public', server: 'server_id' }, /which only signed-in users may see/],
  ])('fail the plugin: %s', async (_, config, reason) => {
    const broken = definePlugin({
      id: 'broken',
      setup: () => ({
        routes: async (app) => {
          app.get('/api/broken/:server_id', { config }, () => ({ data: 'ok' }))
        },
      }),
    })
    const failed = await createTestKernel({ plugins: [broken], tolerant: true })
    expect(failed.plugins()[0]?.reason).toMatch(reason)
    await failed.close()
  })
})

describe('origin check for cookie requests', () => {
  const own = { host: 'svc.example:9527', ...session() }
  it.each<[string, object, number | string]>([
    ['own origin', { ...own, origin: 'http://svc.example:9527' }, 200],
    ['own origin by https', { ...own, origin: 'https://svc.example:9527' }, 200],
    [
      'host forwarded by a trusted proxy',
      { ...own, 'x-forwarded-host': 'public.example', origin: 'https://public.example' },
      200,
    ],
    ['default port', { ...own, host: 'svc.example:443', origin: 'https://svc.example' }, 200],
    ['other host', { ...own, origin: 'https://evil.example' }, '403 ORIGIN_NOT_ALLOWED'],
    ['other port', { ...own, origin: 'http://svc.example:1' }, '403 ORIGIN_NOT_ALLOWED'],
    [
      'http page of an https site',
      { ...own, 'x-forwarded-proto': 'https', origin: 'http://svc.example:9527' },
      '403 ORIGIN_NOT_ALLOWED',
    ],
    ['opaque origin', { ...own, origin: 'null' }, '403 ORIGIN_NOT_ALLOWED'],
    ['invalid origin', { ...own, origin: '::' }, '403 ORIGIN_NOT_ALLOWED'],
    ['same-origin fetch', { ...own, 'sec-fetch-site': 'same-origin' }, 200],
    [
      'same-origin fetch through a proxy that replaces the host',
      { ...own, 'sec-fetch-site': 'same-origin', origin: 'https://public.example' },
      200,
    ],
    ['same-site fetch', { ...own, 'sec-fetch-site': 'same-site' }, '403 ORIGIN_NOT_ALLOWED'],
    ['cross-site fetch', { ...own, 'sec-fetch-site': 'cross-site' }, '403 ORIGIN_NOT_ALLOWED'],
    ['no browser headers', own, 200],
    ['other origin with an API key', { ...session({ via: 'api_key' }), origin: 'https://evil.example' }, 200],
  ])('%s', async (_, headers, expected) => {
    expect(await ask('POST', '/api/member', headers)).toBe(expected)
  })
  it('says what the proxy has to forward', async () => {
    const headers = { host: '127.0.0.1:9527', ...session(), origin: 'https://svc.example' }
    const response = await kernel.inject({ method: 'POST', url: '/api/member', headers })
    expect(response.json().error.message).toBe(
      'The page is at https://svc.example, but the server knows this address as 127.0.0.1:9527. Let the reverse proxy ' +
        'forward the header Host or X-Forwarded-Host, or set server.public_url to https://svc.example.',
    )
  })

  it('accepts server.public_url', async () => {
    const config = { server: { public_url: 'https://public.example' } }
    const other = await createTestKernel({ plugins: [accounts, probe], config })
    const statusOf = async (origin: string) =>
      (await other.inject({ method: 'POST', url: '/api/member', headers: { ...own, origin } })).statusCode
    const statuses = [await statusOf('https://public.example'), await statusOf('https://evil.example')]
    await other.close()
    expect(statuses).toEqual([200, 403])
  })

  it('does not apply to safe methods', async () => {
    expect(await ask('GET', '/api/member', { ...own, origin: 'https://evil.example' })).toBe(200)
  })
})

describe('sockets', () => {
  const open = (headers: object, path = '/api/socket') =>
    new Promise<string>((resolve) => {
      const socket = new WebSocket(`${base.replace('http', 'ws')}${path}`, { headers: headers as never })
      socket.on('message', (text) => {
        resolve(String(text))
        socket.close()
      })
      socket.on('unexpected-response', (_, response) => {
        resolve(String(response.statusCode))
        response.destroy()
      })
      socket.on('error', () => {})
    })

  it.each<[string, () => object, string]>([
    ['own origin', () => ({ ...session(), origin: base }), 'hello'],
    ['no credential', () => ({ origin: base }), '401'],
    ['other origin', () => ({ ...session(), origin: 'https://evil.example' }), '403'],
    ['no origin, so no browser', () => session(), 'hello'],
    ['page of another site', () => ({ ...session(), 'sec-fetch-site': 'cross-site' }), '403'],
    ['flagged account', () => ({ ...session({ flagged: true }), origin: base }), '401'],
  ])('%s', async (_, headers, expected) => {
    expect(await open(headers())).toBe(expected)
  })

  it.each([
    ['/healthz', '400'],
    ['/api/member', '400'],
    ['/api/nothing', '404'],
  ])('refuses an upgrade of %s', async (path, status) => {
    expect(await open(session(), path)).toBe(status)
  })

  it('answers 426 to a plain request', async () => {
    expect(await ask('GET', '/api/socket', session())).toBe('426 UPGRADE_REQUIRED')
  })

  it('closes only the connection that sends an oversized message', async () => {
    const connect = () =>
      new WebSocket(`${base.replace('http', 'ws')}/api/socket`, { headers: { ...session(), origin: base } })
    const [loud, quiet] = [connect(), connect()]
    const greeted = (socket: WebSocket) => new Promise((resolve) => socket.once('message', resolve))
    await Promise.all([greeted(loud), greeted(quiet)])
    const closed = new Promise<number>((resolve) => loud.on('close', resolve))
    loud.send(Buffer.alloc(1024 * 1024 + 1))
    expect(await closed).toBe(1009)
    const echoed = greeted(quiet)
    quiet.send('still here')
    expect(String(await echoed)).toBe('still here')
    quiet.close()
  })
})
