import { Readable } from 'node:stream'
import { gunzipSync } from 'node:zlib'
import { createTestKernel, type TestKernel } from '@svc/kernel/testing'
import { definePlugin } from '@svc/plugin-sdk'
import { afterAll, beforeAll, expect, it } from 'vitest'

const large = JSON.stringify({ data: 'large enough '.repeat(500) })
const unchanged = Buffer.from(large)

const speaker = definePlugin({
  id: 'speaker',
  setup: () => ({
    routes: async (app) => {
      const open = { config: { access: 'public' as const } }
      app.get('/api/speaker/text', open, (_, reply) => reply.type('application/json').send(large))
      app.get('/api/speaker/bytes', open, (_, reply) => reply.type('application/json').send(unchanged))
      app.get('/api/speaker/stream', open, (_, reply) => reply.type('application/json').send(Readable.from([large])))
      app.get('/api/speaker/small', open, (_, reply) => reply.type('application/json').send('{"data":1}'))
      app.get('/api/speaker/csv', open, (_, reply) => reply.type('text/csv').send(large))
    },
  }),
})

let kernel: TestKernel
beforeAll(async () => {
  kernel = await createTestKernel({ plugins: [speaker] })
})
afterAll(() => kernel.close())

const get = (name: string, encoding?: string) =>
  kernel.inject({ url: `/api/speaker/${name}`, headers: encoding ? { 'accept-encoding': encoding } : {} })

it.each(['text', 'bytes', 'bytes', 'stream'])('JSON is compressed for those who accept it: %s', async (name) => {
  const response = await get(name, 'br;q=0.5, gzip')
  expect(response.headers).toMatchObject({ 'content-encoding': 'gzip', vary: 'accept-encoding' })
  expect(response.rawPayload.length).toBeLessThan(large.length / 10)
  expect(gunzipSync(response.rawPayload).toString()).toBe(large)
})

it.each([undefined, 'br', 'identity', 'gzip;q=0', '*;q=0.0'])(
  'it is plain for %s, which caches must know',
  async (encoding) => {
    const response = await get('text', encoding)
    expect(response.headers['content-encoding']).toBeUndefined()
    expect(response.headers.vary).toBe('accept-encoding')
    expect(response.body).toBe(large)
  },
)

it.each(['small', 'csv'])('what would gain nothing or is not JSON is plain: %s', async (name) => {
  const response = await get(name, 'gzip')
  expect(response.headers['content-encoding']).toBeUndefined()
  expect(response.headers.vary).toBeUndefined()
})
