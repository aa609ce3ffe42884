import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { setImmediate } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type Agent, makeWorld, sha256, type World } from '../test/world.ts'

const chunk = Buffer.alloc(256 * 1024, 'x')

let world: World
let id: string
let agent: Agent
beforeEach(async () => {
  world = await makeWorld()
  ;({ id, agent } = await world.server('web'))
})
afterEach(() => world.kernel.close())

async function textOf(response: IncomingMessage): Promise<string> {
  const parts: Buffer[] = []
  for await (const part of response) parts.push(part as Buffer)
  return Buffer.concat(parts).toString()
}

/** Opens a stream of a file with this size. */
async function begin(size: number | null, { headers = {}, query = '', more = {} } = {}) {
  const opening = world.open(`${id}/stream?path=/srv/a.log${query}`, headers)
  return { opening, file: await agent.opens(size, more) }
}

describe('a stream', () => {
  it('passes the bytes on, and is a transfer until it ends', async () => {
    const { opening, file } = await begin(6, { more: { version: 'v1' } })
    file.chunk(0, 'abc')
    file.chunk(3, 'def')
    await expect.poll(() => world.transfers()).toMatchObject([{ status: 'in_progress', bytes_transferred: 6 }])
    file.end({ sha256: sha256('abcdef') })
    const response = await opening
    expect([response.statusCode, response.headers]).toMatchObject([
      200,
      {
        'content-length': '6',
        'content-type': 'application/octet-stream',
        'accept-ranges': 'bytes',
        etag: '"v1"',
        'x-transfer-id': file.start.transfer_id,
      },
    ])
    expect(await textOf(response)).toBe('abcdef')
    await expect.poll(() => world.transfers()).toEqual([])
    expect(world.audited()).toMatchObject([
      ['file_download', { server_id: id, path: '/srv/a.log', size: 6, bytes: 6, outcome: 'success' }],
    ])
  })

  it('that is opened as a PDF is nothing else for a browser', async () => {
    const { opening, file } = await begin(8, { query: '&pdf=true' })
    file.chunk(0, '<script>')
    file.end({ sha256: sha256('<script>') })
    const response = await opening
    expect(response.headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': `inline; filename="a.log"; filename*=UTF-8''a.log`,
      'content-security-policy':
        "default-src 'none'; object-src 'self'; style-src 'unsafe-inline'; frame-ancestors 'none'",
      'x-content-type-options': 'nosniff',
    })
    expect(await textOf(response)).toBe('<script>')
  })

  it('of an empty file', async () => {
    const { opening, file } = await begin(0)
    file.end()
    expect(await textOf(await opening)).toBe('')
  })

  it('of a directory has no size before its end', async () => {
    const { opening, file } = await begin(null, { query: '&archive=true' })
    file.chunk(0, 'tar')
    file.end()
    const response = await opening
    expect(response.headers).toMatchObject({
      'content-type': 'application/x-tar',
      'content-disposition': expect.stringContaining('a.log.tar'),
      'transfer-encoding': 'chunked',
    })
    expect(await textOf(response)).toBe('tar')
  })

  it('is continued where it broke off', async () => {
    const headers = { range: 'bytes=4-', 'if-range': '"v1"' }
    const { opening, file } = await begin(6, { headers, more: { version: 'v1' } })
    expect(file.start).toMatchObject({ offset: 4, version: 'v1' })
    file.chunk(4, 'ef')
    file.end({ sha256: sha256('ef') })
    const response = await opening
    expect([response.statusCode, response.headers]).toMatchObject([
      206,
      { 'content-range': 'bytes 4-5/6', 'content-length': '2' },
    ])
    expect(await textOf(response)).toBe('ef')
  })

  it('begins again if the file is another one now', async () => {
    const headers = { range: 'bytes=4-', 'if-range': '"v1"' }
    const opening = world.open(`${id}/stream?path=/srv/a.log`, headers)
    const { transfer_id } = await agent.next('file_download_start')
    agent.send({ type: 'file_download_error', transfer_id, error: 'the file has changed', code: 'conflict' })
    const file = await agent.opens(3, { version: 'v2' })
    expect(file.start).not.toHaveProperty('offset')
    file.chunk(0, 'new')
    file.end()
    const response = await opening
    expect([response.statusCode, response.headers.etag, await textOf(response)]).toEqual([200, '"v2"', 'new'])
  })

  it('waits for a slow browser, and the agent is given no credit meanwhile', async () => {
    const total = 400
    const { opening, file } = await begin(total * chunk.length)
    let sent = 0
    let credit = 1_048_576
    const frame = 4 * Math.ceil(chunk.length / 3) + 120
    /** Sends what the window allows, as our agents do. */
    const push = async () => {
      await agent.settle()
      // The agent is in this process and would not let the socket of the browser have its turn.
      await setImmediate()
      while (agent.countOf('stream_credit') > 0) credit += Number((await agent.next('stream_credit')).bytes)
      const before = sent
      while (credit > 0 && sent < total) {
        file.chunk(sent * chunk.length, chunk)
        credit -= frame
        sent += 1
      }
      return sent - before
    }
    await push()
    const response = await opening
    for (let quiet = 0; quiet < 20; ) quiet = (await push()) === 0 ? quiet + 1 : 0
    expect(sent).toBeLessThan(total / 2)
    expect(agent.countOf('file_download_cancel')).toBe(0)
    const reading = (async () => {
      let received = 0
      for await (const part of response) received += (part as Buffer).length
      return received
    })()
    while (sent < total) await push()
    file.end()
    expect(await reading).toBe(total * chunk.length)
  })

  it('ends when the browser leaves', async () => {
    const { opening, file } = await begin(2 * chunk.length)
    file.chunk(0, chunk)
    file.chunk(chunk.length, Buffer.from('x'))
    const response = await opening
    response.destroy()
    expect(await agent.next('file_download_cancel')).toMatchObject({ transfer_id: file.start.transfer_id })
    await expect.poll(() => world.transfers()).toEqual([])
    expect(world.audited()).toMatchObject([['file_download', { outcome: 'cancelled' }]])
  })

  it('ends when the browser leaves before the agent responds', async () => {
    const request = await world.sending('GET', `${id}/stream?path=/srv/a`)
    request.on('error', () => {})
    request.end()
    await agent.next('file_download_start')
    request.destroy()
    await agent.next('file_download_cancel')
    await expect.poll(() => world.transfers()).toEqual([])
  })

  it('is cancelled by its transfer', async () => {
    const { opening, file } = await begin(2 * chunk.length)
    file.chunk(0, chunk)
    file.chunk(chunk.length, Buffer.from('x'))
    const response = await opening
    await world.call('DELETE', `transfers/${String(file.start.transfer_id)}`)
    await expect(textOf(response)).rejects.toThrow('aborted')
    expect(await world.transfers()).toMatchObject([{ status: 'cancelled' }])
  })

  it.each<[string, (file: Awaited<ReturnType<Agent['opens']>>) => void]>([
    ['has another checksum', (file) => file.end({ sha256: sha256('other') })],
    ['ends too early', (file) => file.end()],
    ['fails', (file) => file.send({ type: 'file_download_error', error: 'input/output error' })],
  ])('that %s is never whole, and its transfer says why', async (reason, lie) => {
    const size = reason === 'ends too early' ? 3 * chunk.length : 2 * chunk.length
    const { opening, file } = await begin(size)
    file.chunk(0, chunk)
    file.chunk(chunk.length, chunk)
    const response = await opening
    lie(file)
    await expect(textOf(response)).rejects.toThrow('aborted')
    await expect.poll(() => world.transfers()).toMatchObject([{ status: 'failed', error: expect.any(String) }])
    expect(world.audited()).toMatchObject([['file_download', { outcome: 'failure' }]])
  })

  it('of one chunk that is wrong is an error response', async () => {
    const { opening, file } = await begin(3)
    file.chunk(0, 'abc')
    file.end({ sha256: sha256('other') })
    const response = await opening
    expect([response.statusCode, await textOf(response)]).toMatchObject([502, expect.stringContaining('CHECKSUM')])
  })

  it('that the host refuses is 403 at once, and audited', async () => {
    const opening = world.ask('GET', `${id}/stream?path=/etc/shadow`)
    const { transfer_id } = await agent.next('file_download_start')
    agent.send({ type: 'file_download_error', transfer_id, error: 'denied by name', code: 'denied' })
    expect((await opening).statusCode).toBe(403)
    expect(world.audited()).toMatchObject([['file_download_denied', { path: '/etc/shadow' }]])
  })

  it('is refused by agents that would delay their reports', async () => {
    const peer = await world.server('peer', { features: [], stream_window: null })
    for (const route of ['stream', 'follow']) {
      const answer = await world.ask('GET', `${peer.id}/${route}?path=/srv/a`)
      expect([answer.statusCode, answer.json().error.details.code]).toEqual([403, 'files.NOT_SUPPORTED'])
    }
  })
})

describe('following', () => {
  const follow = async () => {
    const opening = world.open(`${id}/follow?path=/srv/a.log&offset=10`)
    const file = await agent.opens(null)
    file.chunk(10, 'one\n')
    const response = await opening
    const [first] = await once(response, 'data')
    return { file, response, first: String(first) }
  }

  it('sends what is appended at once, also after a rotation, and is no transfer', async () => {
    const { file, response, first } = await follow()
    expect([file.start, first]).toMatchObject([{ follow: true, offset: 10, path: '/srv/a.log' }, 'one\n'])
    file.chunk(0, 'two\n')
    const [second] = await once(response, 'data')
    expect(String(second)).toBe('two\n')
    expect(await world.transfers()).toEqual([])
    expect(world.audited()).toMatchObject([['file_follow', { path: '/srv/a.log', outcome: 'success' }]])
    response.destroy()
    await agent.next('file_download_cancel')
  })

  it('of a quiet file ends when the browser leaves', async () => {
    const { response } = await follow()
    response.destroy()
    await agent.next('file_download_cancel')
  })
})
