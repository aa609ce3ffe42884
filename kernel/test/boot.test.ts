import { Type } from '@sinclair/typebox'
import { contribute, data, definePlugin, event, listen, point, service } from '@svc/plugin-sdk'
import { afterEach, expect, it } from 'vitest'
import { createTestKernel, type TestKernel } from '../src/testing.ts'

const greeting = service<{ greet(name: string): string }>('hello.greeting')
const words = point<{ key: string; text: string }>('hello.words', (item) => item.key)
const greeted = event<{ name: string }>('hello.greeted')

const received: string[] = []
const hello = definePlugin({
  id: 'hello',
  config: Type.Object({ hello: Type.Object({ prefix: Type.String({ default: 'Hi' }) }) }),
  provides: { greeting },
  points: { words },
  migrations: [{ name: '001-said', up: (db) => db.exec('CREATE TABLE hello_said (name TEXT, at INTEGER)') }],
  setup({ config, words, db, clock, emit }) {
    const insert = db.prepare<[string, number]>('INSERT INTO hello_said VALUES (?, ?)')
    const greet = (name: string) => {
      insert.run(name, clock.now())
      emit(greeted, { name })
      return `${config.hello.prefix} ${name} ${words
        .all()
        .map((word) => word.text)
        .join(' ')}`
    }
    return {
      provides: { greeting: { greet } },
      jobs: [{ name: 'Greeter', every: 60_000, run: () => void greet('job') }],
      routes: async (app) => {
        app.get(
          '/api/hello/:name',
          {
            config: { access: 'member' },
            schema: { params: Type.Object({ name: Type.String() }), response: { 200: data(Type.String()) } },
          },
          async (request) => ({ data: greet(request.params.name) }),
        )
      },
    }
  },
})
const world = definePlugin({
  id: 'world',
  requires: { greeting },
  setup: () => ({
    contributes: contribute(words, { key: 'w', text: 'world' }),
    on: [listen(greeted, ({ name }) => void received.push(name))],
  }),
})

let kernel: TestKernel
afterEach(() => kernel.close())

it('boots plugins in dependency order and runs them', async () => {
  kernel = await createTestKernel({ plugins: [world, hello], config: { hello: { prefix: 'Hey' } } })
  expect((await kernel.inject('/api/hello/ann')).statusCode).toBe(401)
  const answer = await kernel.as('member').inject('/api/hello/ann')
  expect(answer.json()).toEqual({ data: 'Hey ann world' })
  await kernel.clock.advance(120_000)
  expect(received).toEqual(['ann', 'job', 'job'])
  expect(kernel.database.prepare('SELECT count(*) FROM hello_said').pluck().get()).toBe(3)
  expect(kernel.plugins().map(({ id, state, tables }) => [id, state, tables])).toEqual([
    ['world', 'running', []],
    ['hello', 'running', ['hello_said']],
  ])
})

it('a plugin is given what it requires, and no other service', async () => {
  const seen: Record<string, object> = {}
  const look = (id: string, requires: { greeting?: typeof greeting }) =>
    definePlugin({
      id,
      requires,
      setup: (context) => {
        seen[id] = context
        return {}
      },
    })
  kernel = await createTestKernel({ plugins: [hello, look('guest', { greeting }), look('stranger', {})] })
  const { greeting: given, ...rest } = seen.guest as { greeting: { greet(name: string): string } }
  expect(given.greet('ann')).toContain('ann')
  expect(Object.keys(seen.stranger ?? {})).toEqual(Object.keys(rest))
  expect([greeting.id in rest, greeting.id in (seen.stranger ?? {})]).toEqual([false, false])
})
