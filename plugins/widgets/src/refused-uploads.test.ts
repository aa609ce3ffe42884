import { Agent, request } from 'node:http'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { source, upload } from '../test/sources.ts'
import { makeWorld, type World } from '../test/world.ts'

const agent = new Agent({ keepAlive: true, maxSockets: 1 })
let world: World
let url = ''
beforeEach(async () => {
  world = await makeWorld()
  url = await world.kernel.listen()
})
afterEach(async () => {
  agent.destroy()
  await world.close()
})

interface Sent {
  readonly query?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly payload?: Buffer
}

/** Sends a request on the shared connection. */
function send(
  method: string,
  { query = '', headers, payload }: Sent = {},
): Promise<{ status: number | undefined; reused: boolean }> {
  return new Promise((resolve, reject) => {
    const sending = request(`${url}/api/widget-modules${query}`, {
      ...{ method, agent },
      headers: { ...world.kernel.as('admin').headers, ...headers },
    })
    sending.on('error', reject)
    sending.on('response', (answer) => {
      answer.resume().on('end', () => resolve({ status: answer.statusCode, reused: sending.reusedSocket }))
    })
    sending.end(payload)
  })
}

const long = Buffer.alloc(900_000, ' ')

/** Form fields before the file. */
function withFields(count: number): Sent {
  const { headers, payload } = upload(long)
  const fields = Array.from(
    { length: count },
    (_, n) => `------svc-boundary\r\ncontent-disposition: form-data; name="f${n}"\r\n\r\nx\r\n`,
  )
  return { headers, payload: Buffer.concat([Buffer.from(fields.join('')), payload]) }
}

it.each<[string, number, () => Sent]>([
  ['a file of another name', 400, () => upload(long, 'other')],
  ['too many fields before its file', 400, () => withFields(6)],
  ['a file beside an address', 400, () => ({ ...upload(long), query: '?url=http://example.org' })],
  [
    'a file beside two addresses',
    400,
    () => ({ ...upload(long), query: '?url=https://a.example&url=https://b.example' }),
  ],
  ['far too much', 413, () => upload(Buffer.alloc(5_000_000, ' '))],
  ['something that is no module', 400, () => upload(long)],
])('rejects %s and keeps the connection usable', async (_, status, sent) => {
  expect(await send('POST', sent())).toEqual({ status, reused: false })
  expect(await send('POST', upload(source()))).toEqual({ status: 200, reused: true })
})
