import { createRequire } from 'node:module'
import { join } from 'node:path'
import { build } from 'esbuild'
import { beforeAll, describe, expect, it } from 'vitest'
import { root } from './setup/child.mjs'
import { lightRouter } from './setup/light-router.mjs'

interface Router {
  on(method: string, path: string, options: object, handler: () => void, store: string): void
  find(method: string, path: string, constraints?: object): { store: string; params: Record<string, string> } | null
}

/** What the test uses of an application. */
interface App {
  register(plugin: (scope: App) => Promise<void>): void
  get(path: string, handler: () => Promise<unknown>): void
  addHook(
    name: 'onRequest',
    hook: (request: unknown, reply: { header(name: string, value: string): void }) => unknown,
  ): void
  setErrorHandler(handler: (error: Error) => Promise<string>): void
  setReplySerializer(serialize: (payload: unknown) => string): void
  inject(path: string): Promise<{ headers: Record<string, unknown>; body: string; json(): unknown }>
  close(): Promise<void>
}

/** Finds what the kernel's fastify finds. */
const fastify = createRequire(createRequire(join(root, 'kernel/package.json')).resolve('fastify'))
const routes = [
  '/',
  '/api/servers',
  '/api/servers/:id',
  '/api/servers/:id/files/*',
  '/api/settings',
  '/api/a-prefix-of-more-than-sixteen-characters/:name',
  '/:a/:b/:c/:d/:e/:f',
]

function routerOf(make: () => Router, constraints: Record<string, string> = {}): Router {
  const router = make()
  for (const path of routes) router.on('GET', path, {}, () => {}, path)
  if (constraints.version) router.on('GET', '/api/servers', { constraints }, () => {}, 'constrained')
  return router
}

const paths = [
  ...['/', '/api/servers', '/api/servers/7', '/api/servers/7/files/var/log', '/api/settings', '/api/setting', '/api'],
  ...['/api/a-prefix-of-more-than-sixteen-characters/x', '/api/a-prefix-of-more-than-sixteen-character/x'],
  ...['/1/2/3/4/5/6', '/1/2/3/4/5', '/1/2/3/4/%20/6'],
]

/** A library as the bundle has it. */
async function bundled<T>(path: string): Promise<T> {
  const { outputFiles } = await build({
    ...{ entryPoints: [path], bundle: true, platform: 'node', format: 'cjs', write: false, plugins: [lightRouter] },
  })
  const module = { exports: {} }
  new Function('module', 'exports', 'require', outputFiles[0]?.text ?? '')(module, module.exports, fastify)
  return module.exports as T
}

let makeLight: () => Router
beforeAll(async () => {
  makeLight = await bundled<() => Router>(fastify.resolve('find-my-way'))
})

describe('the router of the bundle', () => {
  it('finds the same routes and parameters as the library', () => {
    const [light, original] = [routerOf(makeLight), routerOf(fastify('find-my-way'))]
    const found = (router: Router) =>
      paths.map((path) => {
        const { store, params } = router.find('GET', path) ?? {}
        return { path, store, params: { ...params } }
      })
    expect(found(light)).toEqual(found(original))
    expect(found(light).map(({ store }) => store)).toContain('/:a/:b/:c/:d/:e/:f')
  })

  it('honours constraints', () => {
    const [light, original] = [makeLight, fastify('find-my-way')].map((make) => routerOf(make, { version: '1.2.0' }))
    for (const version of ['1.x', '2.x']) {
      const expected = original?.find('GET', '/api/servers', { version })?.store
      expect(light?.find('GET', '/api/servers', { version })?.store).toBe(expected)
    }
    expect(light?.find('GET', '/api/servers', { version: '1.x' })?.store).toBe('constrained')
  })
})

describe('routes of the bundle', () => {
  it('have the hooks and handlers that their scope sets after them', async () => {
    const app = (await bundled<() => App>(createRequire(join(root, 'kernel/package.json')).resolve('fastify')))()
    app.register(async (scope) => {
      scope.get('/early', async () => {
        throw new Error('early')
      })
      scope.addHook('onRequest', async (_, reply) => void reply.header('x-hook', 'late'))
      scope.setErrorHandler(async (error) => `handled ${error.message}`)
      scope.setReplySerializer((payload) => `<${payload}>`)
    })
    app.get('/other', async () => ({ other: true }))
    const response = await app.inject('/early')
    expect([response.headers['x-hook'], response.body]).toEqual(['late', 'handled early'])
    expect((await app.inject('/other')).json()).toEqual({ other: true })
    await app.close()
  })
})
