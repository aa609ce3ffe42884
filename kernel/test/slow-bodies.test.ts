import { once } from 'node:events'
import { connect } from 'node:net'
import { definePlugin } from '@svc/plugin-sdk'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createTestKernel, type TestKernel } from '../src/testing.ts'

/** bytes that the handler has; undefined before it runs */
let received: number | undefined

const subject = definePlugin({
  id: 'subject',
  setup: () => ({
    routes: async (app) => {
      app.removeAllContentTypeParsers()
      app.addContentTypeParser('*', (_request, _payload, done) => done(null))
      for (const [path, access, streamsBody] of [
        ['/api/streamed', 'public', true],
        ['/api/whole', 'member', false],
        ['/api/open', 'public', false],
      ] as const) {
        app.put(path, { config: { access, streamsBody } }, async (req) => {
          received = 0
          for await (const bytes of req.raw) received += (bytes as Buffer).length
          return { data: received }
        })
      }
    },
  }),
})

let kernel: TestKernel
beforeEach(async () => {
  received = undefined
  kernel = await createTestKernel({ plugins: [subject] })
})
afterEach(async () => {
  vi.useRealTimers()
  await kernel.close()
})

/** A request whose body of three bytes the test sends. */
async function begin(path: string) {
  const { port } = new URL(await kernel.listen())
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const socket = connect(Number(port), '127.0.0.1')
  let text = ''
  socket.on('data', (bytes) => {
    text += bytes
  })
  const closed = once(socket, 'close')
  const untilReceived = async (bytes: number) => {
    while (received !== bytes) await new Promise(setImmediate)
  }
  const headers = { ...kernel.as('member').headers, host: 'x', connection: 'close', 'content-type': 'a/b' }
  const lines = Object.entries({ ...headers, 'content-length': 3 }).map(([name, value]) => `${name}: ${value}\r\n`)
  socket.write(`PUT ${path} HTTP/1.1\r\n${lines.join('')}\r\n`)
  await untilReceived(0)
  return {
    /** Sends one byte. */
    async send() {
      const bytes = (received ?? 0) + 1
      socket.write('1')
      await untilReceived(bytes)
    },
    halfAMinute: () => vi.advanceTimersByTimeAsync(30_000),
    fiveMinutes: () => vi.advanceTimersByTimeAsync(300_000),
    async answer() {
      await closed
      return text
    },
  }
}

it('a body that a route streams may take any time while it moves', async () => {
  const { send, fiveMinutes, answer } = await begin('/api/streamed')
  await send()
  await fiveMinutes()
  await send()
  await fiveMinutes()
  await send()
  expect(await answer()).toMatch(/^HTTP\/1.1 200 .*"data":3/s)
})

it('and ends with 408 when it pauses', async () => {
  const { send, fiveMinutes, answer } = await begin('/api/streamed')
  await send()
  await fiveMinutes()
  await fiveMinutes()
  expect(await answer()).toMatch(/^HTTP\/1.1 408 .*REQUEST_TIMEOUT/s)
})

it('any other body of a signed-in user must arrive in five minutes', async () => {
  const { send, halfAMinute, fiveMinutes, answer } = await begin('/api/whole')
  await halfAMinute()
  await send()
  await fiveMinutes()
  expect(await answer()).toMatch(/^HTTP\/1.1 408 .*REQUEST_TIMEOUT/s)
})

it('a body of a stranger must arrive in half a minute', async () => {
  const { send, halfAMinute, answer } = await begin('/api/open')
  await send()
  await halfAMinute()
  expect(await answer()).toMatch(/^HTTP\/1.1 408 .*REQUEST_TIMEOUT/s)
})
