import { Type } from '@sinclair/typebox'
import {
  bytes,
  defineMessage,
  defineRequest,
  defineStream,
  encodeBinary,
  FrameBuffers,
  nullish,
  optional,
  str,
  u64,
} from '@svc/protocol'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { makeWorld, report, systemInfo, type World } from '../../test/world.ts'
import { agents } from '../contract.ts'

const list = defineRequest({
  capability: 'docker',
  id: 'msg_id',
  request: defineMessage('docker_list_containers', { msg_id: str() }),
  reply: defineMessage('docker_containers', { msg_id: nullish(str()), containers: Type.Array(str()) }),
  error: defineMessage('docker_unavailable', { msg_id: optional(str()) }),
})
const stat = defineRequest({
  capability: 'file',
  id: 'msg_id',
  denied: 'File capability disabled',
  request: defineMessage('file_stat', { msg_id: str(), path: str() }),
  reply: defineMessage('file_stat_result', { msg_id: str(), error: nullish(str()) }),
})
const Round = defineMessage('traceroute_round_update', { request_id: str(), round: u64(), completed: Type.Boolean() })
const trace = defineRequest({
  capability: 'ping_icmp',
  id: 'request_id',
  request: defineMessage('traceroute', { request_id: str(), target: str() }),
  reply: Round,
  progress: Round,
  isFinal: ({ completed }) => completed,
})
const upgrade = defineRequest({
  capability: null,
  id: null,
  request: defineMessage('upgrade', { version: str(), size: u64() }),
  reply: defineMessage('upgrade_result', { version: str(), success: Type.Boolean() }),
})
const transfer = { transfer_id: str() }
const Cancel = defineMessage('file_download_cancel', transfer)
const download = defineStream({
  capability: 'file',
  id: 'transfer_id',
  open: defineMessage('file_download_start', { ...transfer, path: str() }),
  ready: defineMessage('file_download_ready', { ...transfer, size: u64() }),
  chunk: defineMessage('file_download_chunk', { ...transfer, offset: u64(), data: str() }),
  end: defineMessage('file_download_end', transfer),
  error: defineMessage('file_download_error', { ...transfer, error: str() }),
  cancel: Cancel,
})
const Chunk = defineMessage('file_upload_chunk', { ...transfer, offset: u64(), data: str() })
const UploadAck = defineMessage('file_upload_ack', { ...transfer, offset: u64() })
const upload = defineStream({
  capability: 'file',
  id: 'transfer_id',
  open: defineMessage('file_upload_start', { ...transfer, path: str(), size: u64() }),
  ready: UploadAck,
  write: [Chunk],
  ack: UploadAck,
  finish: defineMessage('file_upload_end', { ...transfer, checksum: str() }),
  end: defineMessage('file_upload_complete', transfer),
})
const BlobChunk = defineMessage('blob_chunk', { ...transfer, data: bytes() })
const BlobWrite = defineMessage('blob_write', { ...transfer, data: bytes() })
const blob = defineStream({
  capability: 'file',
  id: 'transfer_id',
  open: defineMessage('blob_start', transfer),
  chunk: BlobChunk,
  write: [BlobWrite],
  ack: defineMessage('blob_ack', transfer),
  end: defineMessage('blob_end', transfer),
})

let world: World
let id: string
let token: string
let agent: Awaited<ReturnType<World['welcomed']>>
const capabilities = 64 | 128 | 8
const introduce = async (more: object = {}) => {
  agent.send({ ...systemInfo, agent_local_capabilities: capabilities, ...more })
  await agent.next('ack')
}
const service = () => world.kernel.service(agents)
/** Status, code and text code of the error. */
const failure = (promise: Promise<unknown>) =>
  promise.then(
    () => 'no error',
    ({ status, code, text }) => [status, code, text?.code.replace(/^.*\./, '')].join(' '),
  )
beforeEach(async () => {
  world = await makeWorld()
  ;({ id, token } = await world.claimed('a'))
  agent = await world.welcomed(token)
  await introduce()
})
afterEach(() => world.close())

describe('a request', () => {
  it('resolves with the reply that carries its id', async () => {
    const first = service().request(id, list, {})
    const second = service().request(id, list, { msg_id: 'mine' })
    const asked = await agent.next('docker_list_containers')
    agent.send({ type: 'docker_containers', msg_id: null, containers: ['tick'] })
    agent.send({ type: 'docker_containers', msg_id: 'mine', containers: ['b'] })
    agent.send({ type: 'DockerContainers', msg_id: asked.msg_id, containers: ['a'] })
    expect([(await first).containers, (await second).containers]).toEqual([['a'], ['b']])
  })

  it('passes progress on, and its timeout begins again with each', async () => {
    const rounds: number[] = []
    const done = service().request(id, trace, { target: 'x' }, { onProgress: ({ round }) => rounds.push(round) })
    const { request_id } = await agent.next('traceroute')
    for (const round of [1, 2]) {
      agent.send({ type: 'traceroute_round_update', request_id, round, completed: false })
      await vi.waitFor(() => expect(rounds).toContain(round))
      agent.send(report)
      await introduce()
      await world.kernel.clock.advance(20_000)
    }
    agent.send({ type: 'traceroute_round_update', request_id, round: 3, completed: true })
    expect(await done).toMatchObject({ round: 3 })
    expect(rounds).toEqual([1, 2])
  })

  it('fails at once for an unknown, an offline and an unable server', async () => {
    expect(await failure(service().request('nope', list, {}))).toBe('404 NOT_FOUND UNKNOWN_SERVER')
    await introduce({ agent_local_capabilities: 8 })
    expect(await failure(service().request(id, list, {}))).toBe('403 FORBIDDEN CAPABILITY_DENIED')
    expect(world.audited.at(-1)).toMatchObject({ action: 'capability_denied', detail: { capability: 'docker' } })
    await introduce()
    agent.socket.terminate()
    await vi.waitFor(() => expect(service().isOnline(id)).toBe(false))
    expect(await failure(service().request(id, list, {}))).toBe('404 NOT_FOUND SERVER_OFFLINE')
  })

  it('fails with what the agent says', async () => {
    const unavailable = failure(service().request(id, list, {}))
    agent.send({ type: 'docker_unavailable', msg_id: (await agent.next('docker_list_containers')).msg_id })
    expect(await unavailable).toBe('503 AGENT_UNAVAILABLE AGENT_FAILED')
    for (const [error, code, expected] of [
      ['no such file', undefined, '400 BAD_REQUEST AGENT_FAILED'],
      ['no such file', 'not_found', '404 NOT_FOUND AGENT_FAILED'],
      ['File capability disabled', undefined, '403 FORBIDDEN CAPABILITY_DENIED'],
    ]) {
      const failed = failure(service().request(id, stat, { path: '/x' }))
      const { msg_id } = await agent.next('file_stat')
      agent.send({ type: 'file_stat_result', msg_id, error, code })
      expect(await failed).toBe(expected)
    }
    expect(world.audited.filter(({ action }) => action === 'capability_denied')).toHaveLength(1)
  })

  it('fails when the agent refuses the capability, with an audit entry', async () => {
    const failed = failure(service().request(id, trace, { target: 'x' }))
    const { request_id: msg_id } = await agent.next('traceroute')
    agent.send({ type: 'capability_denied', msg_id, capability: 'ping_icmp', reason: 'agent_capability_disabled' })
    expect(await failed).toBe('403 FORBIDDEN CAPABILITY_DENIED')
    expect(world.audited.at(-1)).toMatchObject({ action: 'capability_denied', detail: { server_id: id } })
  })

  it('ends with the timeout, the connection, the capability and the signal', async () => {
    const late = failure(service().request(id, list, {}, { timeout: 5000 }))
    await world.kernel.clock.advance(5000)
    expect(await late).toBe('504 AGENT_TIMEOUT AGENT_TIMEOUT')

    const controller = new AbortController()
    const aborted = service().request(id, list, {}, { signal: controller.signal })
    controller.abort(new Error('left'))
    await expect(aborted).rejects.toThrow('left')

    const withdrawn = failure(service().request(id, list, {}))
    agent.send({ type: 'capabilities_changed', msg_id: 'm', capabilities: 8 })
    expect(await withdrawn).toBe('403 FORBIDDEN CAPABILITY_DENIED')
    await introduce()

    const dying = failure(service().request(id, list, {}))
    agent.socket.terminate()
    expect(await dying).toBe('404 NOT_FOUND AGENT_DISCONNECTED')
  })

  it('is not answered by a newer connection, another server or an invalid message', async () => {
    const superseded = failure(service().request(id, list, {}, { msg_id: 'x' } as never))
    const other = await world.claimed('b')
    const liar = await world.welcomed(other.token)
    const pending = service().request(id, list, { msg_id: 'p' })
    await agent.next('docker_list_containers')
    liar.send({ type: 'docker_containers', msg_id: 'p', containers: ['lie'] })
    liar.send({ ...systemInfo, agent_local_capabilities: capabilities })
    await liar.next('ack')
    agent.send({ type: 'docker_containers', msg_id: 'p', containers: 5 })
    expect(await failure(pending)).toBe('502 AGENT_RESPONSE_INVALID AGENT_RESPONSE_INVALID')
    agent = await world.welcomed(token)
    expect(await superseded).toBe('404 NOT_FOUND AGENT_DISCONNECTED')
  })

  it('is one of at most 64 open ones', async () => {
    const open = Array.from({ length: 64 }, () => failure(service().request(id, list, {})))
    expect(await failure(service().request(id, list, {}))).toBe('429 TOO_MANY_REQUESTS TOO_MANY_AGENT_REQUESTS')
    agent.socket.terminate()
    expect(new Set(await Promise.all(open))).toEqual(new Set(['404 NOT_FOUND AGENT_DISCONNECTED']))
  })

  it('without an id on the wire is one at a time', async () => {
    const first = service().request(id, upgrade, { version: '2', size: 1 })
    expect(await failure(service().request(id, upgrade, { version: '3', size: 1 }))).toBe('409 CONFLICT AGENT_BUSY')
    expect(await agent.next('upgrade')).toEqual({ type: 'upgrade', version: '2', size: 1 })
    agent.send({ type: 'upgrade_result', version: '2', success: true })
    expect(await first).toMatchObject({ version: '2' })
    const failed = failure(service().request(id, upgrade, { version: '3', size: 1 }))
    await agent.next('upgrade')
    agent.send({ type: 'upgrade_result', version: '3', success: false })
    expect(await failed).toBe('503 AGENT_UNAVAILABLE AGENT_FAILED')
  })

  it('has at most a mebibyte', async () => {
    const path = 'x'.repeat(1024 * 1024)
    expect(await failure(service().request(id, stat, { path }))).toBe('413 PAYLOAD_TOO_LARGE AGENT_FRAME_TOO_LARGE')
  })
})

async function readAll<T>(stream: AsyncIterable<T>): Promise<T[]> {
  const items: T[] = []
  for await (const item of stream) items.push(item)
  return items
}

describe('a stream', () => {
  const opened = async () => {
    const opening = service().open(id, download, { path: '/x' })
    const { transfer_id } = await agent.next('file_download_start')
    agent.send({ type: 'file_download_ready', transfer_id, size: 6 })
    return { stream: await opening, transfer_id }
  }
  const chunk = (transfer_id: unknown, offset: number, data = 'abc') =>
    agent.send({ type: 'file_download_chunk', transfer_id, offset, data })

  it('is read to its end', async () => {
    const { stream, transfer_id } = await opened()
    expect(stream.ready).toMatchObject({ size: 6 })
    chunk(transfer_id, 0)
    chunk(transfer_id, 3)
    agent.send({ type: 'file_download_end', transfer_id })
    const offsets: number[] = []
    for await (const { offset } of stream) offsets.push(offset)
    expect(offsets).toEqual([0, 3])
    expect(agent.received).toEqual([])
  })

  it('fails with the agent, also before it is ready', async () => {
    const refused = failure(service().open(id, download, { path: '/x' }))
    const { transfer_id: first } = await agent.next('file_download_start')
    agent.send({ type: 'file_download_error', transfer_id: first, error: 'no such file' })
    expect(await refused).toBe('400 BAD_REQUEST AGENT_FAILED')
    const early = failure(service().open(id, download, { path: '/x' }))
    chunk((await agent.next('file_download_start')).transfer_id, 0)
    expect(await early).toBe('502 AGENT_RESPONSE_INVALID AGENT_RESPONSE_INVALID')
    const { stream, transfer_id } = await opened()
    chunk(transfer_id, 0)
    agent.send({ type: 'file_download_error', transfer_id, error: 'disk failed' })
    expect(await failure(readAll(stream))).toBe('400 BAD_REQUEST AGENT_FAILED')
    const { stream: dying } = await opened()
    agent.socket.terminate()
    expect(await failure(readAll(dying))).toBe('404 NOT_FOUND AGENT_DISCONNECTED')
    expect(dying.signal.aborted).toBe(true)
  })

  it('is cancelled by leaving it', async () => {
    const { stream, transfer_id } = await opened()
    chunk(transfer_id, 0)
    for await (const _ of stream) break
    expect(await agent.next('file_download_cancel')).toMatchObject({ transfer_id })
  })

  it('writes one message after the other, each after its acknowledgement', async () => {
    const opening = service().open(id, upload, { path: '/x', size: 2 })
    const { transfer_id } = await agent.next('file_upload_start')
    agent.send({ type: 'file_upload_ack', transfer_id, offset: 0 })
    const stream = await opening
    const first = stream.write(Chunk, { offset: 0, data: 'a' })
    const second = stream.write(Chunk, { offset: 1, data: 'b' })
    await agent.next('file_upload_chunk')
    await introduce()
    expect(agent.received).toEqual([])
    agent.send({ type: 'file_upload_ack', transfer_id, offset: 1 })
    expect(await first).toMatchObject({ offset: 1 })
    await agent.next('file_upload_chunk')
    agent.send({ type: 'file_upload_ack', transfer_id, offset: 2 })
    await second
    const finished = stream.finish({ checksum: 'c' })
    expect(await agent.next('file_upload_end')).toMatchObject({ checksum: 'c' })
    agent.send({ type: 'file_upload_complete', transfer_id })
    expect(await finished).toMatchObject({ transfer_id })
  })

  it('gives credit for what was read, and only to agents that know it', async () => {
    const data = 'x'.repeat(400_000)
    const silent = await opened()
    chunk(silent.transfer_id, 0, data)
    await silent.stream[Symbol.asyncIterator]().next()
    await introduce({ stream_window: 1024 * 1024 })
    expect(agent.received).toEqual([])
    const { stream, transfer_id } = await opened()
    chunk(transfer_id, 0, data)
    await stream[Symbol.asyncIterator]().next()
    expect(await agent.next('stream_credit')).toMatchObject({ id: transfer_id, bytes: expect.any(Number) })
  })

  it('that nobody reads stops the agent for a while, then ends', async () => {
    const { stream, transfer_id } = await opened()
    const data = 'x'.repeat(700_000)
    for (let offset = 0; offset < 40; offset += 1) chunk(transfer_id, offset, data)
    // It is no longer read once its unsent bytes stay the same.
    let unsent = 0
    await vi.waitFor(
      () => {
        const before = unsent
        unsent = agent.socket.bufferedAmount
        expect(unsent).toBeGreaterThan(5_000_000)
        expect(unsent).toBe(before)
      },
      { interval: 1000, timeout: 20_000 },
    )
    expect(stream.signal.aborted).toBe(false)
    await world.kernel.clock.advance(20_000)
    expect(stream.signal.aborted).toBe(true)
    expect(await failure(readAll(stream))).toBe('504 AGENT_STREAM_STALLED AGENT_STREAM_STALLED')
    await introduce()
    expect(service().isOnline(id)).toBe(true)
  })
})

describe('raw bytes', () => {
  const data = Buffer.from([0, 0x7b, 0xff])
  const binary = (transfer_id: string, data: Uint8Array) =>
    encodeBinary(BlobChunk, { transfer_id, data }, new FrameBuffers())
  const opened = async () => {
    const stream = await service().open(id, blob, {})
    const { transfer_id } = await agent.next('blob_start')
    return { stream, transfer_id: String(transfer_id) }
  }
  const read = async (stream: AsyncIterable<{ data: Uint8Array }>) =>
    (await readAll(stream)).map(({ data }) => Buffer.from(data).toString('hex'))

  it('arrive in binary frames and in base64', async () => {
    const { stream, transfer_id } = await opened()
    agent.sendRaw(binary(transfer_id, data))
    agent.send({ type: 'blob_chunk', transfer_id, data: data.toString('base64') })
    agent.send({ type: 'blob_end', transfer_id })
    expect(await read(stream)).toEqual(['007bff', '007bff'])
  })

  it('are written in binary frames to agents that take them, without waiting for acknowledgements', async () => {
    const { stream } = await opened()
    void stream.write(BlobWrite, { data }).catch(() => {})
    expect(await agent.next('blob_write')).toMatchObject({ data: data.toString('base64') })
    stream.close()
    await introduce({ binary_frames: true, stream_window: 100 })
    const { stream: next, transfer_id } = await opened()
    await next.write(BlobWrite, { data: Buffer.alloc(200) })
    const second = next.write(BlobWrite, { data })
    expect(await agent.next('blob_write')).toMatchObject({ transfer_id, frame: expect.any(Number) })
    await introduce({ binary_frames: true, stream_window: 100 })
    expect(agent.received).toEqual([])
    agent.send({ type: 'stream_credit', id: transfer_id, bytes: 300 })
    await second
    expect(await agent.next('blob_write')).toMatchObject({ transfer_id })
  })

  it('that the agent does not take in time end the stream', async () => {
    await introduce({ binary_frames: true, stream_window: 100 })
    const { stream } = await opened()
    await stream.write(BlobWrite, { data: Buffer.alloc(200) })
    const blocked = failure(stream.write(BlobWrite, { data }))
    await introduce({ binary_frames: true, stream_window: 100 })
    await world.kernel.clock.advance(30_000)
    expect(await blocked).toBe('504 AGENT_TIMEOUT AGENT_TIMEOUT')
  })

  it('count only for a stream of their own connection that is open', async () => {
    const { stream, transfer_id } = await opened()
    const other = await world.claimed('b')
    const liar = await world.welcomed(other.token)
    liar.sendRaw(binary(transfer_id, Buffer.from('lie')))
    liar.send({ ...systemInfo, agent_local_capabilities: capabilities })
    await liar.next('ack')
    agent.sendRaw(binary('unknown', Buffer.from('lie')))
    agent.sendRaw(binary(transfer_id, data))
    agent.send({ type: 'blob_end', transfer_id })
    agent.sendRaw(binary(transfer_id, Buffer.from('late')))
    expect(await read(stream)).toEqual(['007bff'])
    await introduce()
    expect(service().isOnline(id)).toBe(true)
  })

  it('that are cut or belong to a message without bytes are dropped and counted', async () => {
    const { stream, transfer_id } = await opened()
    const before = service().frameStats().dropped.malformed
    agent.sendRaw((binary(transfer_id, data) as Uint8Array).subarray(0, 12))
    agent.sendRaw(encodeBinary({ ...BlobChunk, type: 'blob_end' }, { transfer_id, data }, new FrameBuffers()))
    await introduce()
    expect(service().frameStats().dropped.malformed - before).toBe(2)
    expect(stream.signal.aborted).toBe(false)
  })

  it('that are too long end the connection with 1009', async () => {
    const { stream, transfer_id } = await opened()
    agent.sendRaw(binary(transfer_id, Buffer.alloc(1024 * 1024)))
    expect((await agent.closed).code).toBe(1009)
    expect(await failure(readAll(stream))).toBe('404 NOT_FOUND AGENT_DISCONNECTED')
  })
})
