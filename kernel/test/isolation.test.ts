import { contribute, definePlugin, event, listen, point, type Routes, service } from '@svc/plugin-sdk'
import { afterEach, describe, expect, it } from 'vitest'
import { type AnyPlugin, createTestKernel, type TestKernel } from '../src/testing.ts'

const answers = (id: string, more: object = {}): AnyPlugin =>
  definePlugin({
    id,
    ...more,
    setup: () => ({
      routes: async (app) => {
        app.get(`/api/${id}`, { config: { access: 'public' } }, () => ({ data: id }))
      },
    }),
  })

const thing = service<string>('broken.thing')
const things = point<{ key: string }>('shelf.things', (item) => item.key)
const happened = event<number>('shelf.happened')
const closed: string[] = []

let kernel: TestKernel
afterEach(async () => {
  closed.length = 0
  await kernel.close()
})

const boot = async (...plugins: AnyPlugin[]) => {
  kernel = await createTestKernel({ plugins: [...plugins, answers('healthy')], tolerant: true, setupTimeoutMs: 200 })
  return Object.fromEntries(kernel.plugins().map(({ id, state, reason }) => [id, `${state}: ${reason}`]))
}
const healthy = async () => (await kernel.inject('/api/healthy')).statusCode

describe('a failing plugin does not affect the others', () => {
  it.each<[string, AnyPlugin, string]>([
    [
      'a failing migration',
      answers('broken', { migrations: [{ name: '001-x', up: () => explode() }] }),
      'failed: migration 001-x failed: boom',
    ],
    ['a throwing setup', definePlugin({ id: 'broken', setup: () => explode() }), 'failed: setup() failed: boom'],
    ['a rejecting setup', definePlugin({ id: 'broken', setup: async () => explode() }), 'failed: setup() failed: boom'],
    [
      'a slow setup',
      definePlugin({ id: 'broken', setup: () => new Promise<object>(() => {}) }),
      'failed: setup() timed out after 0.2 s',
    ],
    [
      'a service that is not provided',
      definePlugin({ id: 'broken', provides: { thing }, setup: () => ({ provides: {} }) as never }),
      'failed: setup did not provide broken.thing',
    ],
    [
      'a job with an interval of 0',
      definePlugin({ id: 'broken', setup: () => ({ jobs: [{ name: 'J', every: 0, run() {} }] }) }),
      'failed: job J has an invalid interval 0: every must be a number of milliseconds, at least 1',
    ],
    [
      'an invalid default export',
      { ...answers('other'), id: 'broken', setup: undefined as never },
      'failed: its default export is not the plugin broken: the definition has no setup',
    ],
  ])('%s', async (_, plugin, reason) => {
    expect((await boot(plugin)).broken).toBe(reason)
    expect(await healthy()).toBe(200)
  })

  it.each<[string, AnyPlugin, RegExp]>([
    ['throw', withRoutes(async () => explode()), /^failed: boom/],
    [
      'declare no access',
      withRoutes(async (app) => void app.get('/api/broken', () => '')),
      /GET \/api\/broken does not say its access/,
    ],
    [
      'belong to another plugin',
      withRoutes(async (app) => void app.get('/api/first', { config: { access: 'public' } }, () => '')),
      /^failed: route GET \/api\/first belongs to first$/,
    ],
    [
      'have an invalid schema',
      withRoutes(
        async (app) =>
          void app.post(
            '/api/broken',
            { config: { access: 'public' }, schema: { body: { type: 'nonsense' } } },
            () => '',
          ),
      ),
      /failed: Failed building the validation schema/,
    ],
    [
      "are the kernel's",
      withRoutes(async (app) => void app.get('/healthz', { config: { access: 'public' } }, () => '')),
      /already declared/,
    ],
    [
      "lie below the kernel's",
      withRoutes(async (app) => void app.get('/swagger-ui/json', { config: { access: 'public' } }, () => '')),
      /already declared/,
    ],
    ['set a not-found handler', withRoutes(async (app) => void app.setNotFoundHandler(() => '')), /^failed: /],
    [
      'take a name',
      withRoutes(async (app) => void app.addSchema({ $id: 'Error', type: 'object' })),
      /already declared/,
    ],
  ])('with routes that %s', async (_, plugin, reason) => {
    expect((await boot(answers('first'), plugin)).broken).toMatch(reason)
    expect(await healthy()).toBe(200)
    expect((await kernel.inject('/api/first')).statusCode).toBe(200)
    expect((await kernel.inject('/api/broken')).statusCode).toBe(404)
  })

  it('whose ready() never resolves', async () => {
    const states = await boot(
      definePlugin({ id: 'broken', setup: () => ({ ready: () => new Promise<void>(() => {}) }) }),
    )
    expect(states.broken).toBe('failed: ready() timed out after 0.2 s')
    expect(await healthy()).toBe(200)
  })

  it('refuses the dependents of a failed plugin, transitively', async () => {
    const second = service<string>('middle.second')
    const states = await boot(
      definePlugin({ id: 'last', requires: { second }, setup: () => ({}) }),
      definePlugin({
        id: 'middle',
        requires: { thing },
        provides: { second },
        setup: () => ({ provides: { second: '' } }),
      }),
      definePlugin({ id: 'broken', provides: { thing }, setup: () => explode() }),
    )
    expect(states).toMatchObject({ middle: 'refused: needs broken.thing', last: 'refused: needs middle.second' })
  })

  it('refuses duplicates, cycles and missing services with the reason', async () => {
    const a = service<string>('a.a')
    const b = service<string>('b.b')
    const states = await boot(
      definePlugin({ id: 'a', requires: { b }, provides: { a }, setup: () => ({ provides: { a: '' } }) }),
      definePlugin({ id: 'b', requires: { a }, provides: { b }, setup: () => ({ provides: { b: '' } }) }),
      definePlugin({ id: 'one', provides: { thing }, setup: () => ({ provides: { thing: '' } }) }),
      definePlugin({ id: 'two', provides: { thing }, setup: () => ({ provides: { thing: '' } }) }),
      definePlugin({ id: 'three', requires: { x: service('nobody.has') }, setup: () => ({}) }),
    )
    expect(states).toMatchObject({
      a: 'refused: is part of a cycle: a needs b needs a',
      b: 'refused: is part of a cycle: a needs b needs a',
      one: 'running: null',
      two: 'refused: offers broken.thing, which one already offers',
      three: 'refused: needs nobody.has',
    })
  })

  it('closes the plugin when its routes fail', async () => {
    await boot(
      definePlugin({
        id: 'broken',
        setup: () => ({ routes: async () => explode(), close: () => void closed.push('broken') }),
      }),
    )
    expect(closed).toEqual(['broken'])
  })

  it('fails the second plugin that contributes the same key, and withdraws all its items', async () => {
    const shelf = definePlugin({
      id: 'shelf',
      points: { things },
      setup: ({ things }) => ({
        routes: async (app) => {
          app.get('/api/shelf', { config: { access: 'public' } }, () => things.all().map((item) => item.key))
        },
      }),
    })
    const puts = (id: string, ...keys: string[]) =>
      definePlugin({ id, setup: () => ({ contributes: contribute(things, ...keys.map((key) => ({ key }))) }) })
    const states = await boot(puts('early', 'a'), shelf, puts('broken', 'b', 'a'))
    expect(states.broken).toBe('failed: contributed a to shelf.things, which early already did')
    expect((await kernel.inject('/api/shelf')).json()).toEqual(['a'])
  })

  it('answers 503 for a plugin whose ready() failed, and drops its contributions, listeners and jobs', async () => {
    const received: number[] = []
    const runs: string[] = []
    const states = await boot(
      definePlugin({
        id: 'broken',
        setup: () => ({
          on: [listen(happened, (n) => void received.push(n))],
          jobs: [{ name: 'Job', every: 1000, run: () => void runs.push('Job') }],
          routes: async (app) => {
            app.get('/api/broken', { config: { access: 'public' } }, () => 'here')
          },
          ready: () => explode(),
        }),
      }),
    )
    expect(states.broken).toBe('failed: ready() failed: boom')
    const answer = await kernel.inject('/api/broken')
    expect([answer.statusCode, answer.json().error.code]).toEqual([503, 'PLUGIN_FAILED'])
    kernel.emit(happened, 1)
    await kernel.clock.advance(5000)
    expect([received, runs]).toEqual([[], []])
    expect(await healthy()).toBe(200)
  })

  it('isolates a failing listener from the emitter and other listeners', async () => {
    const received: number[] = []
    await boot(
      definePlugin({
        id: 'bad',
        setup: () => ({ on: [listen(happened, () => explode()), listen(happened, async () => explode())] }),
      }),
      definePlugin({ id: 'good', setup: () => ({ on: [listen(happened, (n) => void received.push(n))] }) }),
    )
    kernel.emit(happened, 7)
    expect(received).toEqual([7])
  })
})

it('does not start without a required plugin', async () => {
  kernel = await createTestKernel({ plugins: [] })
  const broken = definePlugin({ id: 'broken', setup: () => explode() })
  await expect(createTestKernel({ plugins: [broken], required: ['broken'] })).rejects.toThrow(
    'the required plugin broken failed: setup() failed: boom',
  )
})

it('resolves an optional service to undefined while its provider does not run', async () => {
  let seen: unknown = 'untouched'
  await boot(
    definePlugin({
      id: 'curious',
      requires: { thing: { kind: 'optional', ref: thing } },
      setup: ({ thing }) => {
        seen = thing
        return {}
      },
    }),
  )
  expect(seen).toBeUndefined()
})

function withRoutes(routes: Routes): AnyPlugin {
  return definePlugin({ id: 'broken', setup: () => ({ routes }) })
}

function explode(): never {
  throw new Error('boom')
}
