import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { definePlugin } from '@svc/plugin-sdk'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createTestKernel, type TestKernel } from '../src/testing.ts'

const door = definePlugin({
  id: 'door',
  setup: () => ({
    routes: async (app) => {
      app.post('/api/door', { config: { access: 'public' } }, ({ body }) => ({ data: body }))
    },
  }),
})

let kernel: TestKernel
let clients: Socket[]
let port: number
beforeEach(async () => {
  clients = []
  const config = { server: { trusted_proxies: ['127.0.0.0/8'] } }
  kernel = await createTestKernel({ plugins: [door], config })
  port = Number(new URL(await kernel.listen()).port)
})
afterEach(async () => {
  for (const client of clients) client.destroy()
  await kernel.close()
})

/** A request without the end of its body, `"x"`. */
async function begin(): Promise<Socket> {
  const client = connect(port, '127.0.0.1')
  clients.push(client)
  await once(client, 'connect')
  const address = `x-forwarded-for: 192.0.2.${clients.length % 250}\r\n`
  client.write(
    `POST /api/door HTTP/1.1\r\nhost: x\r\n${address}content-type: application/json\r\ncontent-length: 3\r\n\r\n"x`,
  )
  return client
}

const statusOf = async (client: Socket) => /^HTTP\/1.1 (\d+)/.exec(String((await once(client, 'data'))[0]))?.[1]

it('of more than 256 unfinished bodies of strangers the oldest are not read any further; others are', async () => {
  const oldest = await begin()
  for (let n = 0; n < 300; n += 1) await begin()
  const newest = await begin()
  const answered = statusOf(oldest)
  oldest.write('"')
  newest.write('"')
  expect(await statusOf(newest)).toBe('200')
  const other = await begin()
  other.write('"')
  expect(await statusOf(other)).toBe('200')
  expect(await Promise.race([answered, 'none'])).toBe('none')
  for (const client of clients.slice(1, 200)) client.destroy()
  const late = await begin()
  late.write('"')
  expect(await statusOf(late)).toBe('200')
})
