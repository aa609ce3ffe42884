import { once } from 'node:events'
import { createServer, type Server, type ServerResponse } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { afterEach, expect, it } from 'vitest'
import { limitWriteTime } from '../src/http/write-timeout.ts'

let server: Server
afterEach(() => new Promise((resolve) => server.close(resolve)))

/** A server whose clients may pause for a few milliseconds. */
async function serve(answer: (socket: Socket, response: ServerResponse) => void) {
  server = createServer((request, response) => {
    limitWriteTime(request, response, 20)
    answer(request.socket, response)
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const client = connect((server.address() as AddressInfo).port, '127.0.0.1')
  client.on('error', () => {})
  client.write('GET / HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n')
  return client
}

it('a client that does not read its response is disconnected', async () => {
  const ended = new Promise<boolean>((resolve) => {
    void serve((socket, response) => {
      socket.once('close', () => resolve(response.writableFinished))
      response.end(Buffer.alloc(32 * 1024 * 1024))
    }).then((client) => client.pause())
  })
  expect(await ended).toBe(false)
})

it('a client that waits for a slow handler is not', async () => {
  let timeouts = 0
  const client = await serve((socket, response) => {
    socket.on('timeout', () => {
      timeouts += 1
      if (timeouts === 3) response.end('done')
    })
  })
  let text = ''
  for await (const bytes of client) text += bytes
  expect(text).toMatch(/^HTTP\/1.1 200 .*done/s)
})
