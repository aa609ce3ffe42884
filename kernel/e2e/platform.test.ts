import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { inspect } from '@svc/e2e/database'
import { ask } from '@svc/e2e/http'
import { freePort } from '@svc/e2e/place'
import { cleanEnv, repository, run } from '@svc/e2e/process'
import { initialPassword } from '@svc/e2e/server'
import { adminPassword, firstSignIn, signIn } from '@svc/e2e/session'
import { admin, server, withServer } from '@svc/e2e/with-server'
import { beforeAll, describe, expect, it } from 'vitest'

const stage = withServer()

const page = { accept: 'text/html,application/xhtml+xml' }

describe('the first start', () => {
  it('prints the admin password once, only on the first start', async () => {
    const directory = stage.directory()
    const port = await freePort()
    const first = await stage.server({ directory, port })
    expect(first.output().match(/admin password: /g)).toHaveLength(1)
    await first.stop()
    const second = await stage.server({ directory, port })
    expect(second.output()).not.toContain('admin password: ')
  })

  it('prints the admin password at any log level', async () => {
    const quiet = await stage.server({ config: { log: { level: 'error' } } })
    expect(await firstSignIn(quiet)).toBeTruthy()
  })

  it('requires a password change first', async () => {
    const fresh = await stage.server()
    const session = await signIn(fresh.url, 'admin', await initialPassword(fresh))
    expect((await session.call('GET', '/api/servers')).error().code).toBe('MUST_CHANGE_PASSWORD')
    expect((await session.call('GET', '/api/auth/me')).data()).toMatchObject({ must_change_password: true })
    await session.send('POST', '/api/auth/onboarding', { new_password: adminPassword, new_username: 'boss' })
    expect((await session.call('GET', '/api/servers')).status).toBe(200)
    expect(await signIn(fresh.url, 'boss', adminPassword)).toBeTruthy()
  })
})

describe('what the kernel serves', () => {
  it('answers the health check', async () => {
    expect(await ask(`${server.url}/healthz`)).toMatchObject({ status: 200, text: 'ok' })
  })

  it('serves Swagger UI', async () => {
    const answer = await ask(`${server.url}/swagger-ui/`)
    expect(answer.status).toBe(200)
    expect(answer.headers['content-type']).toContain('text/html')
    const files = [...answer.text.matchAll(/(?:src|href)="([^"]+\.(?:js|css))"/g)].map(([, file]) => file as string)
    expect(files.length).toBeGreaterThan(0)
    for (const file of files) expect((await ask(new URL(file, `${server.url}/swagger-ui/`).href)).status).toBe(200)
  })

  it('serves the dashboard for every page and never for /api', async () => {
    const index = await ask(`${server.url}/`, { headers: page })
    expect(index.status).toBe(200)
    expect(index.text).toContain('<!doctype html')
    for (const path of ['/servers', '/servers/abc?tab=disk', '/no/such/page', '/settings/plugins']) {
      expect(await ask(server.url + path, { headers: page })).toMatchObject({ status: 200, text: index.text })
    }
    for (const path of ['/api', '/api/', '/api/nope', '/api/servers/x/nope', '/assets/nope.js', '/api-docs/nope']) {
      const answer = await ask(server.url + path, { headers: page })
      expect(answer.status, path).toBe(404)
      expect(answer.error().code, path).toBe('NOT_FOUND')
    }
    const asset = /src="(\/assets\/[^"]+\.js)"/.exec(index.text)?.[1]
    const script = await ask(`${server.url}${asset}`)
    expect(script.status).toBe(200)
    expect(script.headers['cache-control']).toContain('immutable')
  })

  it('puts security headers on every response', async () => {
    for (const path of ['/', '/api/nope', '/healthz', '/api/settings/brand', '/swagger-ui/']) {
      const { headers } = await ask(server.url + path, { headers: page })
      expect(headers, path).toMatchObject({
        'x-frame-options': 'DENY',
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'strict-origin-when-cross-origin',
        'x-permitted-cross-domain-policies': 'none',
      })
      expect(headers['content-security-policy'], path).toContain("frame-ancestors 'none'")
      expect(headers, path).not.toHaveProperty('access-control-allow-origin')
      expect(headers, path).not.toHaveProperty('x-powered-by')
    }
  })
})

interface Operation {
  readonly 'x-access'?: string
  readonly security?: object[]
  readonly responses?: Record<string, object>
  readonly tags?: string[]
  readonly operationId?: string
  readonly summary?: string
  readonly requestBody?: object
}
type Paths = Record<string, Record<string, Operation>>

describe('the OpenAPI document', () => {
  let paths: Paths
  const operations = () =>
    Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => ({ path, method: method.toUpperCase(), ...operation })),
    )

  beforeAll(async () => {
    const answer = await ask(`${server.url}/api-docs/openapi.json`)
    const document = answer.json() as { openapi: string; paths: Paths; components: { schemas: object } }
    expect(document.openapi).toMatch(/^3\.1\./)
    paths = document.paths
  })

  it('contains the routes of the specification', () => {
    const listed = new Set(operations().map(({ method, path }) => `${method} ${path}`))
    for (const route of [
      'POST /api/auth/login',
      'GET /api/auth/me',
      'PUT /api/auth/password',
      'GET /api/settings/brand',
      'GET /api/audit-logs',
      'DELETE /api/audit-logs',
      'GET /api/plugins',
      'PUT /api/plugins/{id}',
      'GET /api/servers',
      'POST /api/servers',
      'GET /api/servers/{id}',
      'PUT /api/servers/{id}',
      'DELETE /api/servers/{id}',
      'GET /api/servers/{id}/tags',
      'GET /api/servers/{id}/records',
      'GET /api/servers/{id}/agent-authority',
      'POST /api/agent/register',
      'GET /api/server-groups',
      'GET /api/agent/ws',
      'GET /api/ws/servers',
    ]) {
      expect(listed, route).toContain(route)
    }
  })

  it('names every operation uniquely and sums it up', () => {
    const ids = operations().map(({ operationId }) => operationId)
    expect(new Set(ids).size).toBe(ids.length)
    expect(ids).not.toContain(undefined)
    expect(
      operations()
        .filter(({ summary }) => !summary)
        .map(({ method, path }) => `${method} ${path}`),
    ).toEqual([])
  })

  it('describes access, responses and errors of every route', () => {
    for (const { method, path, ...operation } of operations()) {
      const route = `${method} ${path}`
      expect(['public', 'member', 'admin', 'agent'], route).toContain(operation['x-access'])
      expect(operation.tags, route).toHaveLength(1)
      const statuses = Object.keys(operation.responses ?? {})
      expect(
        statuses.some((status) => /^[123]/.test(status)),
        route,
      ).toBe(true)
      expect(statuses, route).toContain('500')
      if (operation['x-access'] !== 'public') expect(statuses, route).toContain('401')
    }
  })

  it('is accurate: without a credential every protected route answers 401', async () => {
    const closed = operations().filter(
      (operation) => operation['x-access'] !== 'public' && !operation.path.includes('ws'),
    )
    expect(closed.length).toBeGreaterThan(15)
    // Of its own, because a server stops listening to an address that it has refused too often.
    const { url } = await stage.server()
    for (const { method, path } of closed) {
      const answer = await ask(url + path.replace(/\{[^}]+\}/g, 'x'), { method })
      expect(answer.status, `${method} ${path}`).toBe(401)
      expect(answer.error(), `${method} ${path}`).toMatchObject({ code: 'UNAUTHORIZED' })
    }
  })
})

describe('the error envelope', () => {
  it.each<[string, number, string, () => ReturnType<typeof ask>]>([
    ['an unknown path', 404, 'NOT_FOUND', () => ask(`${server.url}/api/unknown`)],
    ['a wrong method', 405, 'METHOD_NOT_ALLOWED', () => ask(`${server.url}/api/auth/login`, { method: 'PATCH' })],
    [
      'malformed JSON',
      400,
      'BAD_REQUEST',
      () =>
        ask(`${server.url}/api/auth/login`, {
          method: 'POST',
          body: '{"username":',
          headers: { 'content-type': 'application/json' },
        }),
    ],
    [
      'a content type nobody reads',
      415,
      'UNSUPPORTED_MEDIA_TYPE',
      () =>
        ask(`${server.url}/api/auth/login`, { method: 'POST', body: 'a: b', headers: { 'content-type': 'text/yaml' } }),
    ],
    [
      'a body that is too large',
      413,
      'PAYLOAD_TOO_LARGE',
      () =>
        ask(`${server.url}/api/auth/login`, {
          method: 'POST',
          body: { username: 'x'.repeat(3 * 1024 * 1024), password: 'x' },
        }),
    ],
    [
      'a missing field',
      422,
      'VALIDATION_ERROR',
      () => ask(`${server.url}/api/auth/login`, { method: 'POST', body: {} }),
    ],
    ['no credential', 401, 'UNAUTHORIZED', () => ask(`${server.url}/api/servers`)],
    [
      'a foreign origin',
      403,
      'ORIGIN_NOT_ALLOWED',
      () => admin.call('POST', '/api/servers', {}, { origin: 'https://evil.example' }),
    ],
    ['a broken URL', 400, 'BAD_REQUEST', () => ask(`${server.url}/api/servers/%E0%A4%A`)],
  ])('wraps %s: %i %s', async (_, status, code, request) => {
    const answer = await request()
    expect(answer.status).toBe(status)
    expect(answer.headers['content-type']).toContain('application/json')
    expect(answer.error().code).toBe(code)
    expect(answer.error().message).toEqual(expect.any(String))
  })

  it('contains field and rule', async () => {
    const answer = await ask(`${server.url}/api/auth/login`, { method: 'POST', body: { username: 'x' } })
    expect(answer.error().details).toEqual([expect.objectContaining({ field: 'password', rule: expect.any(String) })])
  })
})

describe('a start that fails', () => {
  const program = join(repository, 'server/bin/svc-server.js')
  const start = (args: string[], env: Record<string, string> = {}) => {
    const child = run([program, ...args], { cwd: stage.directory(), env: cleanEnv(env) })
    stage.later(child.stop)
    return child
  }

  /** The error message, which must not contain a stack trace. */
  const expectSentence = (output: string, ...parts: (string | RegExp)[]) => {
    for (const part of parts) expect(output).toMatch(part)
    expect(output).not.toMatch(/^\s+at /m)
  }

  it('reports key, source and rule of an invalid value and exits with 78', async () => {
    const wrong = await stage.launch({ config: { log: { level: 'loud' } } })
    expect((await wrong.exited).code).toBe(78)
    expectSentence(wrong.output(), /log\.level/, /server\.toml/, /info/)

    const fromEnv = await stage.launch({ env: { SVC_AUTH__SESSION_TTL: 'soon' } })
    expect((await fromEnv.exited).code).toBe(78)
    expectSentence(fromEnv.output(), /auth\.session_ttl/, /SVC_AUTH__SESSION_TTL/, /integer/)
  })

  it('reports invalid TOML with line and column', async () => {
    const file = join(stage.directory(), 'broken.toml')
    writeFileSync(file, 'good = 1\nbad = = 2\n')
    const child = start(['--config', file])
    expect((await child.exited).code).toBe(78)
    expectSentence(child.output(), /broken\.toml/, /line 2/)
  })

  it('reports a missing configuration file', async () => {
    const child = start(['--config', '/nonexistent/server.toml'])
    expect((await child.exited).code).toBe(78)
    expectSentence(child.output(), /\/nonexistent\/server\.toml/)
  })

  it('warns about an unknown key with the closest match, and starts', async () => {
    const typo = await stage.server({ config: { retention: { record_days: 3 } }, env: { SVC_LOG__LEVLE: 'debug' } })
    expect(typo.output()).toMatch(/record_days.*records_days/)
    expect(typo.output()).toMatch(/SVC_LOG__LEVLE.*(SVC_LOG__LEVEL|log\.level)/)
  })

  it('reports a port that is in use', async () => {
    const late = await stage.launch({ port: Number(new URL(server.url).port) })
    expect((await late.exited).code).toBeGreaterThan(0)
    expectSentence(late.output(), new RegExp(`${new URL(server.url).port}`), /in use|taken/i)
  })

  it('reports a data directory that is not writable', async () => {
    const file = join(stage.directory(), 'a-file')
    writeFileSync(file, '')
    const stuck = await stage.launch({ config: { server: { data_dir: join(file, 'data') } } })
    expect((await stuck.exited).code).toBeGreaterThan(0)
    expectSentence(stuck.output(), /a-file\/data/)
  })

  it('rejects a database that is newer than the program', async () => {
    const directory = stage.directory()
    const first = await stage.server({ directory })
    await first.stop()
    inspect(first.dataDir, (db) => {
      const columns = db.prepare('SELECT * FROM kernel_migrations LIMIT 1').get() as Record<string, unknown>
      const row = { ...columns, plugin: 'system', name: '999-from-the-future' }
      const names = Object.keys(row)
      db.prepare(`INSERT INTO kernel_migrations (${names}) VALUES (${names.map((name) => `@${name}`)})`).run(row)
    })
    const second = await stage.launch({ directory })
    expect((await second.exited).code).toBe(78)
    expectSentence(second.output(), /system/, /newer/)
  })

  it('rejects an unknown option and an unknown command with one sentence', async () => {
    for (const args of [['--colour'], ['dance']]) {
      const child = start(args)
      expect((await child.exited).code).toBeGreaterThan(0)
      expectSentence(child.output(), new RegExp(args[0] as string))
    }
  })
})

describe('the program', () => {
  const answer = async (args: string[]) => {
    const child = run([join(repository, 'server/bin/svc-server.js'), ...args], {
      cwd: stage.directory(),
      env: cleanEnv(),
    })
    expect((await child.exited).code).toBe(0)
    return child.output()
  }

  it('prints help with --help', async () => {
    const help = await answer(['--help'])
    for (const word of ['--config', '--version', 'offer', 'plugin add']) expect(help).toContain(word)
  })

  it('prints its version', async () => {
    const { version } = JSON.parse(readFileSync(join(repository, 'package.json'), 'utf8')) as { version: string }
    expect((await answer(['--version'])).trim()).toContain(version)
  })

  it('shuts down cleanly on SIGTERM without data loss', async () => {
    const directory = stage.directory()
    const port = await freePort()
    const first = await stage.server({ directory, port })
    const session = await firstSignIn(first)
    const saved = session.send('PUT', '/api/settings/brand', {
      logo_path: null,
      site_title: 'Persisted',
      favicon_path: null,
      footer_text: null,
    })
    await saved
    expect(await first.stop()).toEqual({ code: 0, signal: null })
    const second = await stage.server({ directory, port })
    expect((await ask(`${second.url}/api/settings/brand`)).data()).toMatchObject({ site_title: 'Persisted' })
    expect((await session.call('GET', '/api/auth/me')).status).toBe(200)
  })
})
