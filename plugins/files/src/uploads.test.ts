import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type Agent, bob, form, makeWorld, sha256, type World } from '../test/world.ts'

const max = 2_000_000

let world: World
let id: string
let agent: Agent
beforeEach(async () => {
  world = await makeWorld({ config: { file: { max_upload_size: max } } })
  ;({ id, agent } = await world.server('web'))
})
afterEach(() => world.kernel.close())

const path = '/srv/a.bin'
/** Neither a multiple of the chunks nor compressible by mistake. */
const content = Buffer.from(Array.from({ length: 1_000_003 }, (_, i) => (i * 7919) % 251))

const upload = (parts: Parameters<typeof form>[0]) =>
  world.kernel.as('admin').inject({ method: 'POST', url: `/api/files/${id}/upload`, ...form(parts) })
const stored = () => readdirSync(join(world.kernel.dataDir, 'files-transfers'))

describe('a form', () => {
  it.each<[string, Parameters<typeof form>[0]]>([
    [
      'with path and size before the file',
      [
        ['path', path],
        ['size', String(content.length)],
        ['file', content],
      ],
    ],
    [
      'without the size',
      [
        ['path', path],
        ['file', content],
      ],
    ],
    [
      'with the file first',
      [
        ['file', content],
        ['path', path],
      ],
    ],
  ])('%s is sent whole, with its checksum', async (_, parts) => {
    const answer = upload(parts)
    const taken = await agent.takes()
    expect(taken.start).toMatchObject({ path, size: content.length, overwrite: true })
    expect(taken.bytes.equals(content)).toBe(true)
    expect(taken.sha256).toBe(sha256(content))
    expect((await answer).json()).toEqual({ data: { success: true, sha256: sha256(content) } })
    expect(world.audited()).toMatchObject([
      ['file_upload', { server_id: id, path, size: content.length, sha256: sha256(content), outcome: 'success' }],
    ])
    expect([await world.transfers(), stored()]).toEqual([[], []])
  })

  it('may have an empty file, and forbid to replace one', async () => {
    const answer = upload([
      ['path', path],
      ['overwrite', 'false'],
      ['file', Buffer.alloc(0)],
    ])
    const taken = await agent.takes()
    expect(taken.start).toMatchObject({ size: 0, overwrite: false })
    expect((await answer).statusCode).toBe(200)
  })

  it.each<[string, Parameters<typeof form>[0], number]>([
    ['without a path', [['file', content]], 400],
    ['without a file', [['path', path]], 400],
    [
      'with a relative path',
      [
        ['path', 'a'],
        ['file', content],
      ],
      400,
    ],
    [
      'with another name for the file',
      [
        ['path', path],
        ['data', content],
      ],
      400,
    ],
    [
      'with a size that is none',
      [
        ['path', path],
        ['size', '-1'],
        ['file', content],
      ],
      400,
    ],
    [
      'with a larger file than allowed',
      [
        ['path', path],
        ['file', Buffer.alloc(max + 1)],
      ],
      413,
    ],
    [
      'that announces a larger file than allowed',
      [
        ['path', path],
        ['size', String(max + 1)],
        ['file', content],
      ],
      413,
    ],
    [
      'far larger than allowed',
      [
        ['path', path],
        ['file', Buffer.alloc(max + 6 * 1024 * 1024)],
      ],
      413,
    ],
  ])('%s is refused, and nothing is left', async (_, parts, status) => {
    expect((await upload(parts)).statusCode).toBe(status)
    expect([agent.countOf('file_upload_start'), await world.transfers(), stored()]).toEqual([0, [], []])
  })

  it.each([content.length - 1, content.length + 1])('that announces %i bytes fails', async (size) => {
    const answer = upload([
      ['path', path],
      ['size', String(size)],
      ['file', content],
    ])
    const taking = agent.takes()
    taking.catch(() => {})
    const { statusCode, body } = await answer
    expect([statusCode, body]).toEqual([400, expect.stringContaining('SIZE_MISMATCH')])
    await agent.next('file_upload_cancel')
    expect(world.audited()).toMatchObject([['file_upload', { outcome: 'failure' }]])
    agent.terminate()
  })

  it('that is no form is refused', async () => {
    const answer = await world.ask('POST', `${id}/upload`, { path, file: 'x' })
    expect([answer.statusCode, answer.json().error.details.code]).toEqual([400, 'files.UPLOAD_USAGE'])
  })

  it('that breaks off leaves nothing', async () => {
    const { payload, headers } = form([
      ['path', path],
      ['size', String(content.length)],
      ['file', content],
    ])
    const request = await world.sending('POST', `${id}/upload`, {
      ...headers,
      'content-length': String(payload.length),
    })
    request.on('error', () => {})
    request.write(payload.subarray(0, 500_000))
    const { transfer_id } = await agent.next('file_upload_start')
    agent.send({ type: 'file_upload_ack', transfer_id, offset: 0 })
    await agent.next('file_upload_chunk')
    agent.send({ type: 'file_upload_ack', transfer_id, offset: 393_216 })
    await expect.poll(() => world.transfers()).toMatchObject([{ bytes_transferred: 393_216 }])
    request.destroy()
    await agent.next('file_upload_cancel')
    await expect.poll(() => world.transfers()).toMatchObject([{ status: 'failed' }])
  })

  it('that the host refuses is 403, and audited', async () => {
    const answer = upload([
      ['path', '/etc/shadow'],
      ['file', content],
    ])
    const { transfer_id } = await agent.next('file_upload_start')
    agent.send({ type: 'file_upload_error', transfer_id, error: 'denied by name', code: 'denied' })
    expect((await answer).statusCode).toBe(403)
    expect(world.audited()).toMatchObject([['file_upload_denied', { path: '/etc/shadow' }]])
    expect(stored()).toEqual([])
  })

  it('for a host whose disk is full fails with its words', async () => {
    const answer = upload([
      ['path', path],
      ['file', content],
    ])
    const { transfer_id } = await agent.next('file_upload_start')
    agent.send({ type: 'file_upload_ack', transfer_id, offset: 0 })
    await agent.next('file_upload_chunk')
    agent.send({ type: 'file_upload_error', transfer_id, error: 'no space left on device', code: 'failed' })
    const { statusCode, body } = await answer
    expect([statusCode, body]).toEqual([400, expect.stringContaining('no space left on device')])
    expect(await world.transfers()).toMatchObject([{ status: 'failed', direction: 'upload' }])
  })

  it.each([0, 393_215, 393_217])('whose agent acknowledges %i bytes of a chunk fails', async (offset) => {
    await agent.becomePeer()
    const answer = upload([
      ['path', path],
      ['file', content],
    ])
    const { transfer_id } = await agent.next('file_upload_start')
    agent.send({ type: 'file_upload_ack', transfer_id, offset: 0 })
    await agent.next('file_upload_chunk')
    agent.send({ type: 'file_upload_ack', transfer_id, offset })
    expect((await answer).statusCode).toBe(502)
    await agent.next('file_upload_cancel')
  })

  it('is not read faster than the host writes', async () => {
    const size = 1_900_000
    const { payload, headers } = form([
      ['path', path],
      ['size', String(size)],
      ['file', Buffer.alloc(size)],
    ])
    const request = await world.sending('POST', `${id}/upload`, headers)
    request.end(payload)
    const { transfer_id } = await agent.next('file_upload_start')
    agent.send({ type: 'file_upload_ack', transfer_id, offset: 0 })
    await agent.next('file_upload_chunk')
    await agent.next('file_upload_chunk')
    await agent.settle()
    // A mebibyte is on the way, and the agent has not given credit.
    expect([agent.countOf('file_upload_chunk'), await world.transfers()]).toMatchObject([
      0,
      [{ bytes_transferred: 786_432, file_size: size, direction: 'upload' }],
    ])
    await world.call('DELETE', `transfers/${String(transfer_id)}`)
    await agent.next('file_upload_cancel')
    const [response] = await once(request, 'response')
    expect(response.statusCode).toBe(409)
    response.resume()
  })
})

describe('an upload in parts', () => {
  const put = (
    transfer: string,
    body: Buffer,
    query: Record<string, unknown> = {},
    who: 'admin' | typeof bob = 'admin',
  ) => {
    const fields = { path, size: String(content.length), ...query } as Record<string, string>
    return world.kernel.as(who).inject({
      method: 'PUT',
      url: `/api/files/${id}/upload/${transfer}?${new URLSearchParams(fields)}`,
      headers: { 'content-type': 'application/octet-stream' },
      payload: body,
    })
  }
  const ack = (transfer_id: string, offset: number) => agent.send({ type: 'file_upload_ack', transfer_id, offset })

  it('in one part', async () => {
    const transfer = randomUUID()
    const answer = put(transfer, content, { sha256: sha256(content) })
    const taken = await agent.takes()
    expect([taken.start.transfer_id, taken.sha256]).toEqual([transfer, sha256(content)])
    expect(taken.start).not.toHaveProperty('resume')
    expect((await answer).json()).toEqual({
      data: {
        transfer_id: transfer,
        bytes_transferred: content.length,
        is_complete: true,
        sha256: sha256(content),
      },
    })
    expect(await world.transfers()).toEqual([])
  })

  it('of an empty file', async () => {
    const answer = put(randomUUID(), Buffer.alloc(0), { size: 0 })
    expect((await agent.takes()).sha256).toBe(sha256(''))
    expect((await answer).json().data).toMatchObject({ is_complete: true })
  })

  it('of a JSON file is not parsed', async () => {
    const answer = world.kernel.as('admin').inject({
      method: 'PUT',
      url: `/api/files/${id}/upload/${randomUUID()}?path=/srv/a.json&size=3`,
      headers: { 'content-type': 'application/json' },
      payload: '{ :',
    })
    expect((await agent.takes()).bytes.toString()).toBe('{ :')
    expect((await answer).statusCode).toBe(200)
  })

  it('goes on in the same stream', async () => {
    const transfer = randomUUID()
    const taking = agent.takes()
    const first = await put(transfer, content.subarray(0, 400_000))
    expect(first.json().data).toMatchObject({ bytes_transferred: 400_000, is_complete: false, sha256: null })
    expect(await world.transfers()).toMatchObject([{ status: 'in_progress', bytes_transferred: 400_000 }])
    const wrong = await put(transfer, content.subarray(0, 5), { offset: 5 })
    expect([wrong.statusCode, wrong.json().error.details]).toEqual([
      409,
      { code: 'files.UPLOAD_OFFSET', params: { offset: 400_000 } },
    ])
    const second = await put(transfer, content.subarray(400_000), { offset: 400_000 })
    expect(second.json().data).toMatchObject({ is_complete: true, sha256: sha256(content) })
    expect((await taking).bytes.equals(content)).toBe(true)
  })

  it('goes on after the agent was away, where that has the file', async () => {
    const transfer = randomUUID()
    const first = put(transfer, content)
    await agent.next('file_upload_start')
    ack(transfer, 0)
    await agent.next('file_upload_chunk')
    agent.terminate()
    expect((await first).statusCode).toBe(404)
    const { kernel, connectAgent } = world
    agent = await connectAgent(`token-of-web-`.padEnd(43, 'x'))
    expect(await world.transfers()).toMatchObject([{ transfer_id: transfer, status: 'in_progress' }])
    const second = put(transfer, content.subarray(200_000), { offset: 200_000 })
    expect(await agent.next('file_upload_start')).toMatchObject({ transfer_id: transfer, resume: true })
    ack(transfer, 100_000)
    expect((await second).json().error.details.params).toEqual({ offset: 100_000 })
    const third = put(transfer, content.subarray(100_000), { offset: 100_000, sha256: sha256(content) })
    for (let chunk = 0; chunk < 3; chunk += 1) {
      const { length } = JSON.stringify(await agent.next('file_upload_chunk'))
      agent.send({ type: 'stream_credit', id: transfer, bytes: length })
    }
    expect(await agent.next('file_upload_end')).toMatchObject({ sha256: sha256(content) })
    agent.send({ type: 'file_upload_complete', transfer_id: transfer })
    expect((await third).json().data).toMatchObject({ is_complete: true })
    expect(kernel.plugins()).toHaveLength(3)
  })

  it('goes on after a restart of the server', async () => {
    const transfer = randomUUID()
    const answer = put(transfer, content.subarray(900_000), { offset: 900_000 })
    expect(await agent.takes(900_000)).toMatchObject({ start: { resume: true }, sha256: null })
    expect((await answer).json().data).toMatchObject({ is_complete: true, sha256: null })
  })

  it('goes on after the browser broke off', async () => {
    const transfer = randomUUID()
    const taking = agent.takes()
    const request = await world.sending('PUT', `${id}/upload/${transfer}?path=${path}&size=${content.length}`, {
      'content-type': 'application/octet-stream',
      'content-length': String(content.length),
    })
    request.on('error', () => {})
    request.write(content.subarray(0, 500_000))
    await expect.poll(() => world.transfers()).toMatchObject([{ bytes_transferred: 393_216 }])
    request.destroy()
    const rest = async () => (await put(transfer, content.subarray(393_216), { offset: 393_216 })).json().data
    await expect.poll(rest).toMatchObject({ is_complete: true, sha256: sha256(content) })
    expect((await taking).bytes.equals(content)).toBe(true)
  })

  it('fails for good when the checksum is not that of the bytes', async () => {
    const transfer = randomUUID()
    const answer = put(transfer, content, { sha256: sha256('other') })
    agent.takes().catch(() => {})
    expect((await answer).json().error.details.code).toBe('files.UPLOAD_CHECKSUM_MISMATCH')
    await agent.next('file_upload_cancel')
    expect(await world.transfers()).toMatchObject([{ status: 'failed' }])
    expect((await put(transfer, content)).statusCode).toBe(404)
    agent.terminate()
  })

  it('belongs to its owner, file and size, and is written by one request at a time', async () => {
    const transfer = randomUUID()
    const first = put(transfer, content)
    await agent.next('file_upload_start')
    ack(transfer, 0)
    await agent.next('file_upload_chunk')
    expect((await put(transfer, content, {}, bob)).statusCode).toBe(404)
    for (const [query, code] of [
      [{ path: '/srv/b' }, 'files.OTHER_TRANSFER'],
      [{ size: 7 }, 'files.OTHER_TRANSFER'],
      [{}, 'files.UPLOAD_BUSY'],
    ] as const) {
      const answer = await put(transfer, content, query)
      expect([answer.statusCode, answer.json().error.details.code]).toEqual([409, code])
    }
    await world.call('DELETE', `transfers/${transfer}`)
    expect((await first).json().error.details.code).toBe('files.TRANSFER_CANCELLED')
    await agent.next('file_upload_cancel')
    expect((await put(transfer, content)).statusCode).toBe(404)
    expect(world.audited().at(-1)).toMatchObject(['file_upload', { outcome: 'cancelled' }])
  })

  it('nobody goes on with is cancelled after half an hour', async () => {
    const transfer = randomUUID()
    const taking = agent.takes()
    taking.catch(() => {})
    await put(transfer, content.subarray(0, 400_000))
    await world.kernel.clock.advance(31 * 60_000)
    expect(await world.transfers()).toEqual([])
    agent.terminate()
  })

  it.each([
    [{ size: max + 1 }, 413],
    [{ path: 'a' }, 400],
    [{ size: -1 }, 400],
    [{ offset: -1 }, 400],
    [{ sha256: 'x' }, 400],
  ])('with %j is refused', async (query, status) => {
    expect((await put(randomUUID(), content, query)).statusCode).toBe(status)
    expect((await put('no-uuid', content)).statusCode).toBe(400)
    expect(agent.countOf('file_upload_start')).toBe(0)
  })
})
