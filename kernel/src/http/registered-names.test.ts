import Fastify, { type FastifyInstance } from 'fastify'
import { expect, it } from 'vitest'
import { nameRegistered } from './registered-names.ts'

it('names what is registered in any scope, and keeps a name that it has', async () => {
  const app = Fastify()
  nameRegistered(app)
  const names: string[] = []
  const record = (scope: FastifyInstance) => void names.push(scope.pluginName)
  const withRoutes =
    (...inner: ((scope: FastifyInstance) => Promise<void>)[]) =>
    async (scope: FastifyInstance) => {
      record(scope)
      for (const routes of inner) await scope.register(routes)
    }
  async function sessions(scope: FastifyInstance) {
    record(scope)
  }
  const named = Object.assign(async (scope: FastifyInstance) => record(scope), {
    [Symbol.for('fastify.display-name')]: 'theirs',
  })
  await app.register(withRoutes(withRoutes(), sessions, named))
  expect(names).toEqual(['routes', 'routes', 'sessions', 'theirs'])
  await app.close()
})
