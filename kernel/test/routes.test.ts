import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { CodedError, conflict, definePlugin, text } from '@svc/plugin-sdk'
import pino from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { AnyPlugin, Candidate } from '../src/candidate.ts'
import { systemClock } from '../src/clock.ts'
import { runCommand } from '../src/command.ts'
import { createKernel, type KernelOptions } from '../src/kernel.ts'
import { program } from '../src/program.ts'
import { createTestKernel } from '../src/testing.ts'

let dir: string
beforeAll(() => {
  dir = mkdtempSync(join(tmpdir(), 'svc-routes-'))
})
afterAll(() => rmSync(dir, { recursive: true }))

let readied = 0
const probe = definePlugin({
  id: 'probe',
  setup: () => ({
    ready: () => {
      readied += 1
    },
    routes: async (app) => {
      const answer = () => ({ data: 'ok' })
      app.get('/api/things', { config: { access: 'member' } }, answer)
      app.get('/api/strict', { config: { access: 'member' } }, answer)
      app.get('/api/bare', { exposeHeadRoute: false, config: { access: 'member' } }, answer)
      app.route({ method: ['POST', 'PUT'], url: '/api/things/:id', config: { access: 'admin' }, handler: answer })
      app.get('/api/ws', { websocket: true, config: { access: 'agent' } }, () => {})
      app.register(
        async (scope) => {
          scope.get('/', { config: { access: 'admin' } }, answer)
          scope.get('/*', { config: { access: 'public' } }, answer)
        },
        { prefix: '/api/below' },
      )
    },
  }),
})
const candidate = (plugin: AnyPlugin): Candidate => ({
  ...{ id: plugin.id, title: plugin.id, description: '', version: '0.0.0', bundled: true, required: false },
  load: async () => plugin,
})
const options = (): Omit<KernelOptions, 'restart'> => ({
  sources: [{ kind: 'file', name: 'the test', table: { server: { data_dir: join(dir, 'own') } } }],
  version: '0.0.0-test',
  clock: systemClock,
  candidates: () => [candidate(probe as AnyPlugin)],
  logTo: pino.destination('/dev/null'),
})
const routes = async () => (await runCommand(options(), 'routes', [])).split('\n')

describe('svc-server routes', () => {
  it('lists the routes of plugins and the kernel with their access', async () => {
    const lines = await routes()
    expect(lines.filter((line) => !line.endsWith(' kernel'))).toEqual([
      'GET /api/bare member probe',
      'GET /api/below admin probe',
      'GET /api/below/ admin probe',
      'GET /api/below/* public probe',
      'GET /api/strict member probe',
      'GET /api/things member probe',
      'POST /api/things/:id admin probe',
      'PUT /api/things/:id admin probe',
      'WS /api/ws agent probe',
    ])
    expect(lines).toEqual(
      expect.arrayContaining([
        'GET /* public kernel',
        'GET /api-docs/openapi.json public kernel',
        'GET /healthz public kernel',
        'GET /swagger-ui/* public kernel',
      ]),
    )
    expect(lines).toEqual([...new Set(lines)].sort())
    expect(readied).toBe(0)
  })

  it('answers HEAD like GET without a body, unless the route does not expose it', async () => {
    const kernel = await createTestKernel({ plugins: [probe] })
    const [get, head] = await Promise.all(
      (['GET', 'HEAD'] as const).map((method) => kernel.inject({ method, url: '/healthz' })),
    )
    const { date: _, ...headers } = get?.headers ?? {}
    expect(head).toMatchObject({ statusCode: 200, body: '', headers })
    // Without an authenticator only public routes answer.
    expect((await kernel.inject({ method: 'HEAD', url: '/api/things' })).statusCode).toBe(401)
    expect((await kernel.as('member').inject({ method: 'HEAD', url: '/api/things' })).statusCode).toBe(200)
    const bare = await kernel.as('member').inject({ method: 'HEAD', url: '/api/bare' })
    expect(bare).toMatchObject({ statusCode: 405, headers: { allow: 'GET' } })
    expect((await kernel.inject({ method: 'HEAD', url: '/api/none' })).statusCode).toBe(404)
    await kernel.close()
  })

  it('cannot answer HEAD in another way than GET', async () => {
    const odd = definePlugin({
      id: 'odd',
      setup: () => ({ routes: async (app) => void app.head('/api/odd', { config: { access: 'public' } }, () => '') }),
    })
    const kernel = await createTestKernel({ plugins: [odd], tolerant: true })
    expect(kernel.plugins()).toMatchObject([
      { id: 'odd', state: 'failed', reason: expect.stringContaining('GET /api/odd') },
    ])
    await kernel.close()
  })

  it('lists every route of the router', async () => {
    const kernel = await createKernel({ ...options(), restart: () => {} })
    const app = await kernel.start()
    const lines = await kernel.routes()
    const listed = new Set(lines.map((line) => line.split(' ', 2).join(' ').replace(/^WS /, 'GET ')))
    const above: string[] = []
    const registered = app
      .printRoutes()
      .split('\n')
      .flatMap((line) => {
        const [, indent = '', part = '', methods] = /^([│ ]*)[├└]── (\S*)(?: \(([A-Z, ]+)\))?$/.exec(line) ?? []
        const depth = indent.length / 4
        above[depth] = part
        const path = above.slice(0, depth + 1).join('')
        return methods?.split(', ').map((method) => `${method} ${path}`) ?? []
      })
    await kernel.close()
    expect(registered.length).toBeGreaterThan(10)
    expect(registered.filter((route) => !listed.has(route.replace('HEAD', 'GET')))).toEqual([])
  })

  it('cannot be bypassed: a plugin cannot answer without declaring access', async () => {
    const catching = definePlugin({
      id: 'catching',
      setup: () => ({
        routes: async (app) => {
          app.register(async (scope) => void scope.setNotFoundHandler(() => 'mine'), { prefix: '/mine' })
        },
      }),
    })
    const kernel = await createTestKernel({ plugins: [catching, probe], tolerant: true })
    expect(kernel.plugins()).toMatchObject([
      { id: 'catching', state: 'failed', reason: expect.stringContaining('sets a not-found handler') },
      { id: 'probe', state: 'running' },
    ])
    expect((await kernel.inject('/mine/x')).statusCode).toBe(404)
    await kernel.close()
  })

  it('rejects options', async () => {
    await expect(runCommand(options(), 'routes', ['--json=1'])).rejects.toThrow("routes: Unknown option '--json'")
    await expect(runCommand(options(), 'routes', ['more'])).rejects.toThrow('routes: Unexpected argument')
  })

  it('runs from the command line with a data directory that does not exist yet', { timeout: 60_000 }, async () => {
    const env = { SVC_SERVER__DATA_DIR: join(dir, 'empty'), SVC_SERVER__LISTEN: '127.0.0.1:0' }
    const lines = String(await program(['routes'], env)).split('\n')
    expect(lines).toContain('GET /api/plugins member system')
    expect(lines).toContain('WS /api/agent/ws agent enrollment')
    for (const line of lines) expect(line).toMatch(/^(?:[A-Z]+) \/\S* (?:public|member|admin|agent) [a-z][a-z0-9-]*$/)
    expect(await program(['--help'], {})).toContain('svc-server routes\n      prints METHOD PATH ACCESS PLUGIN')
  })
})

describe('a command that fails', () => {
  const run = (thrown: Error) => {
    const failing = definePlugin({
      id: 'failing',
      setup: () => ({ commands: [{ name: 'fail', summary: '', options: {}, run: () => Promise.reject(thrown) }] }),
    })
    const candidates = () => [candidate(failing as AnyPlugin)]
    return runCommand({ ...options(), candidates }, 'fail', []).catch((error: unknown) => error)
  }

  it.each<[string, Error, string]>([
    ['a message', new Error('no such user'), 'no such user'],
    ['an error of a request', conflict('kernel.INVALID'), 'Conflict: is not valid'],
    ['a text by code', new CodedError(text('kernel.UNKNOWN_PLUGIN', { id: 'x' })), 'there is no plugin x'],
  ])('says so in one sentence: %s', async (_, thrown, message) => {
    expect(await run(thrown)).toMatchObject({ name: 'BootError', message })
  })

  it('keeps the stack of a bug', async () => {
    const bug = new TypeError('a bug')
    expect(await run(bug)).toBe(bug)
  })
})
