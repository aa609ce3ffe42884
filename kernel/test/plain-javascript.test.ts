import { Type } from '@sinclair/typebox'
import { contribute, definePlugin, event, listen, point, service } from '@svc/plugin-sdk'
import { afterEach, expect, it } from 'vitest'
import { type AnyPlugin, createTestKernel, type TestKernel } from '../src/testing.ts'

/** Mistakes that authors can make without TypeScript. */
const plugin = (members: object): AnyPlugin => ({ id: 'broken', setup: () => ({}), ...members })
const returning = (parts: unknown): AnyPlugin => plugin({ setup: () => parts })

const thing = service<string>('broken.thing')
const things = point<{ key: string }>('shelf.things', (item) => item.key)
const happened = event<number>('shelf.happened')

let kernel: TestKernel
afterEach(() => kernel.close())

const boot = async (broken: AnyPlugin) => {
  const healthy = definePlugin({ id: 'healthy', setup: () => ({}) })
  kernel = await createTestKernel({ plugins: [broken, healthy], tolerant: true })
  const states = Object.fromEntries(kernel.plugins().map(({ id, state, reason }) => [id, `${state}: ${reason}`]))
  expect(states.healthy).toBe('running: null')
  return states.broken
}

const serviceRule = 'is not a service reference: create it with service(), or import it from the contract of its plugin'

it.each<[string, object, string]>([
  ['an undefined requirement', { requires: { users: undefined } }, `requires.users ${serviceRule}`],
  ['a requirement given by name', { requires: { users: 'auth.users' } }, `requires.users ${serviceRule}`],
  ['requirements as an array', { requires: [thing] }, 'requires is not an object'],
  [
    'a provided service that is a point',
    { provides: { things } },
    'provides.things is not a service reference: create it with service()',
  ],
  [
    'a point that is a service',
    { points: { thing } },
    'points.thing is not an extension point: create it with point()',
  ],
  [
    'a configuration that is not a schema',
    { config: { days: 30 } },
    'config is not a schema created with Type.Object()',
  ],
  [
    'a configuration that is not an object schema',
    { config: Type.String() },
    'config is not a schema created with Type.Object()',
  ],
  ['a migration outside an array', { migrations: { name: '001-a', up() {} } }, 'migrations is not an array'],
  ['a migration that is a string', { migrations: ['CREATE TABLE broken_a (x)'] }, 'migrations[0] is not { name, up }'],
  [
    'a misspelled property',
    { require: {} },
    'the definition has an unknown property require; known ones are id, mode, config, requires, provides, points, migrations, setup',
  ],
])('a definition with %s fails alone, with a hint', async (_, members, fault) => {
  expect(await boot(plugin(members))).toBe(`failed: its default export is not the plugin broken: ${fault}`)
})

it.each<[string, unknown, string]>([
  ['a string', 'ready', 'setup returned string, not the parts of a plugin'],
  [
    'a misspelled part',
    { route: async () => {} },
    'what setup returned has an unknown property route; known ones are provides, contributes, on, jobs, routes, commands, checks, ready, listening, close',
  ],
  ['routes as an array', { routes: [] }, 'routes is not a function'],
  ['jobs as an object', { jobs: { Clean: () => {} } }, 'jobs is not an array'],
  ['a job without run', { jobs: [{ name: 'Clean', every: 1000 }] }, 'jobs[0] is not { name, every, run }'],
  [
    'a job with an interval as string',
    { jobs: [{ name: 'Clean', every: '5s', run() {} }] },
    'job Clean has an invalid interval 5s: every must be a number of milliseconds, at least 1',
  ],
  [
    'contributions nested too deeply',
    { contributes: [[contribute(things, { key: 'a' })]] },
    'contributes[0][0] was not created by contribute()',
  ],
  [
    'a contribution without a point',
    { contributes: contribute(undefined as never, { key: 'a' }) },
    'contributes[0] was not created by contribute()',
  ],
  [
    'a listener without a function',
    { on: [listen(happened, undefined as never)] },
    'on[0] was not created by listen()',
  ],
  ['an incomplete command', { commands: [{ name: 'x' }] }, 'commands[0] is not { name, summary, options, run }'],
  ['a close that is not a function', { close: 5 }, 'close is not a function'],
])('a setup that returns %s fails alone, with a hint', async (_, parts, fault) => {
  expect(await boot(returning(parts))).toBe(`failed: ${fault}`)
})

it('accepts a setup that returns nothing', async () => {
  expect(await boot(returning(undefined))).toBe('running: null')
})
