import { Type } from '@sinclair/typebox'
import { ApiError, data, definePlugin, type GatedRequest, requestGate } from '@svc/plugin-sdk'
import { expect, it } from 'vitest'
import { createTestKernel } from '../src/testing.ts'

const seen: GatedRequest[] = []

const gated = definePlugin({
  id: 'gated',
  provides: { requestGate },
  setup: () => ({
    provides: {
      requestGate: {
        check(request) {
          seen.push(request)
          if (request.method === 'POST') throw new ApiError(403, 'kernel.ADMIN_ONLY')
        },
      },
    },
    routes: async (app) => {
      const schema = { response: { 200: data(Type.Integer()) } }
      app.get('/api/gated/:id', { config: { access: 'public' }, schema }, async () => ({ data: 1 }))
      app.post('/api/gated/:id', { config: { access: 'admin' }, schema }, async () => ({ data: 2 }))
    },
  }),
})

it('a gate sees each request before its sender is known, and may refuse it', async () => {
  const kernel = await createTestKernel({ plugins: [gated] })
  expect((await kernel.inject('/api/gated/7')).json()).toEqual({ data: 1 })
  expect(seen.at(-1)).toMatchObject({ method: 'GET', route: '/api/gated/:id', access: 'public', upgrades: false })
  // Without the gate: 401.
  expect((await kernel.inject({ method: 'POST', url: '/api/gated/7' })).statusCode).toBe(403)
  expect(seen.at(-1)).toMatchObject({ method: 'POST', route: '/api/gated/:id', access: 'admin' })
  expect((await kernel.inject('/nowhere')).statusCode).toBe(404)
  await kernel.close()
})
