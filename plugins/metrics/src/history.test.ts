import { once } from 'node:events'
import { createServer, get, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { expect, it } from 'vitest'
import { freeBuffer } from './history.ts'

const size = 32 * 1024 * 1024
const held = () => process.memoryUsage().arrayBuffers

it('frees memory immediately, without garbage collection', () => {
  const before = held()
  const bytes = new Uint8Array(size)
  expect(held() - before).toBeGreaterThan(size / 2)
  freeBuffer(bytes)
  expect(held() - before).toBeLessThan(size / 2)
  expect(bytes).toHaveLength(0)
})

it('does not corrupt a response freed after sending, however late it is read', async () => {
  const sent: Uint8Array[] = []
  const left: Promise<unknown>[] = []
  const server = createServer((_, response) => {
    const bytes = new Uint8Array(size).fill(sent.length + 1)
    sent.push(bytes)
    response.once('close', () => freeBuffer(bytes)).end(bytes)
    left.push(once(response, 'close'))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const ask = async () => {
    const [answer] = await once(get({ port: (server.address() as AddressInfo).port }), 'response')
    return answer as IncomingMessage
  }
  try {
    const late = await ask()
    const hasty = await ask()
    hasty.destroy()
    const prompt = await buffer(await ask())
    expect([prompt.length, prompt.every((byte) => byte === 3)]).toEqual([size, true])
    await Promise.all(left.slice(1))
    expect(sent.map(({ length }) => length)).toEqual([size, 0, 0])
    const all = await buffer(late)
    expect([all.length, all.every((byte) => byte === 1)]).toEqual([size, true])
  } finally {
    server.close().closeAllConnections()
  }
})
