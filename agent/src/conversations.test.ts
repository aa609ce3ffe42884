import { setImmediate as breathe } from 'node:timers/promises'
import { Type } from '@sinclair/typebox'
import { defineAgentPlugin, type Handler, handle, isMessage, RequestError } from '@svc/agent-sdk'
import {
  bytes,
  CapabilityDenied,
  defineMessage,
  defineRequest,
  defineStream,
  encodeBinary,
  FrameBuffers,
  nullish,
  Ping,
  Pong,
  Report,
  StreamCredit,
  SystemInfo,
  str,
  streamWindow,
  u64,
} from '@svc/protocol'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { createTestAgent, type TestAgent, type TestAgentOptions } from './testing.ts'

vi.setConfig({ testTimeout: 30_000 })

const id = { msg_id: str() }
const ListFailed = defineMessage('list_failed', { ...id, error: str(), code: nullish(str()) })
const ListCancel = defineMessage('list_cancel', id)
const list = defineRequest({
  capability: 'docker',
  id: 'msg_id',
  request: defineMessage('list', { ...id, all: Type.Boolean() }),
  reply: defineMessage('listed', { ...id, names: Type.Array(str()) }),
  error: ListFailed,
  cancel: ListCancel,
})
const Round = defineMessage('round', { ...id, round: u64(), completed: Type.Boolean() })
const trace = defineRequest({
  capability: 'ping_icmp',
  id: 'msg_id',
  request: defineMessage('trace', id),
  reply: Round,
  progress: Round,
  isFinal: ({ completed }) => completed,
})
const stat = defineRequest({
  capability: 'file',
  id: 'msg_id',
  denied: 'File capability disabled',
  request: defineMessage('stat', { ...id, path: str() }),
  reply: defineMessage('stat_result', { ...id, path: str(), error: nullish(str()) }),
  errorReply: (error, { path }) => ({ path, error }),
  // Only peers send it.
  error: defineMessage('stat_unavailable', id),
})
const renew = defineRequest({
  capability: null,
  id: null,
  request: defineMessage('renew', { version: u64() }),
  reply: defineMessage('renewed', { version: u64(), error: nullish(str()) }),
  errorReply: (error, { version }) => ({ version, error }),
})
const transfer = { transfer_id: str() }
const DownloadReady = defineMessage('download_ready', { ...transfer, size: u64() })
const DownloadChunk = defineMessage('download_chunk', { ...transfer, offset: u64(), data: str() })
const DownloadEnd = defineMessage('download_end', transfer)
const download = defineStream({
  capability: 'file',
  id: 'transfer_id',
  open: defineMessage('download', { ...transfer, size: u64() }),
  ready: DownloadReady,
  chunk: DownloadChunk,
  end: DownloadEnd,
  error: defineMessage('download_error', { ...transfer, error: str() }),
  cancel: defineMessage('download_cancel', transfer),
})
const Chunk = defineMessage('upload_chunk', { ...transfer, offset: u64(), data: str() })
const UploadAck = defineMessage('upload_ack', { ...transfer, offset: u64() })
const UploadEnd = defineMessage('upload_end', { ...transfer, checksum: str() })
const UploadComplete = defineMessage('upload_complete', transfer)
const UploadError = defineMessage('upload_error', { ...transfer, error: str() })
const upload = defineStream({
  capability: 'file',
  id: 'transfer_id',
  open: defineMessage('upload', transfer),
  ready: UploadAck,
  write: [Chunk],
  ack: UploadAck,
  finish: UploadEnd,
  end: UploadComplete,
  error: UploadError,
})
const EchoIn = defineMessage('echo_in', { ...transfer, data: bytes() })
const EchoOut = defineMessage('echo_out', { ...transfer, data: bytes() })
const EchoEnd = defineMessage('echo_end', { ...transfer, error: nullish(str()) })
const EchoCancel = defineMessage('echo_cancel', transfer)
const echo = defineStream({
  capability: 'file',
  id: 'transfer_id',
  open: defineMessage('echo', transfer),
  chunk: EchoOut,
  write: [EchoIn],
  end: EchoEnd,
  cancel: EchoCancel,
})
const session = { session_id: str() }
const Input = defineMessage('input', { ...session, data: str() })
const Resize = defineMessage('resize', { ...session, rows: u64() })
const Output = defineMessage('output', { ...session, data: str() })
const SessionEnd = defineMessage('session_end', { ...session, error: str() })
const SessionClose = defineMessage('session_close', session)
const shell = defineStream({
  capability: 'terminal',
  id: 'session_id',
  open: defineMessage('shell', session),
  chunk: Output,
  write: [Input, Resize],
  end: SessionEnd,
  cancel: SessionClose,
})

let agent: TestAgent
afterEach(() => agent.close())

async function start(handlers: readonly Handler[], options: Partial<TestAgentOptions> = {}) {
  const plugin = defineAgentPlugin({ id: 'subject', setup: () => ({ handlers }) })
  agent = await createTestAgent({
    plugins: [plugin],
    allow: ['docker', 'file', 'terminal'],
    reportInterval: 60,
    timing: { wait: () => 10 },
    ...options,
  })
  await agent.server.next(SystemInfo)
  return agent.server
}

/** Resolves when everything sent before has been handled. */
async function settled() {
  agent.server.send(Ping, {})
  await agent.server.next(Pong)
}

/** A handler that runs until it is aborted, and what it saw. */
function endless() {
  const started: string[] = []
  const reasons: string[] = []
  const wait = (context: { readonly id: string; readonly signal: AbortSignal }) => {
    started.push(context.id)
    return new Promise<void>((_, reject) => {
      context.signal.addEventListener('abort', () => {
        reasons.push(context.signal.reason.message)
        reject(context.signal.reason)
      })
    })
  }
  return { started, reasons, wait }
}

describe('a request', () => {
  it('is replied to under its id, after its progress', async () => {
    const server = await start([
      handle(list, async ({ all }, { reply }) => reply({ names: all ? ['a', 'b'] : ['a'] })),
      handle(trace, async (_, { progress, reply }) => {
        for (const round of [1, 2]) await progress({ round, completed: false })
        await reply({ round: 3, completed: true })
      }),
      handle(renew, (payload, { reply }) => reply(payload)),
    ])
    server.send(list.request, { msg_id: '1', all: true })
    expect(await server.next(list.reply)).toMatchObject({ msg_id: '1', names: ['a', 'b'] })
    server.send(trace.request, { msg_id: '2' })
    for (const round of [1, 2, 3]) expect(await server.next(Round)).toMatchObject({ msg_id: '2', round })
    server.send(renew.request, { version: 7 })
    expect(await server.next(renew.reply)).toEqual({ type: 'renewed', version: 7 })
    await vi.waitFor(() => expect(agent.counts.handled).toBe(3))
  })

  it('is replied to once', async () => {
    const server = await start([
      handle(list, async (_, { reply }) => {
        await reply({ names: ['first'] })
        await reply({ names: ['second'] })
      }),
    ])
    server.send(list.request, { msg_id: '1', all: true })
    expect(await server.next(list.reply)).toMatchObject({ names: ['first'] })
    await vi.waitFor(() => expect(agent.counts.failed).toBe(1))
    await settled()
    expect([server.queued(list.reply), server.queued(ListFailed)]).toEqual([0, 0])
  })

  it('fails with the error message of its definition', async () => {
    const server = await start([
      handle(list, async ({ all }, { reply }) => {
        if (all) throw new RequestError('not_found', 'no such container')
        await reply({ names: ['x'.repeat(1024 * 1024)] })
      }),
      handle(stat, ({ path }) => {
        if (path === '/etc') throw new Error('EACCES')
      }),
    ])
    server.send(list.request, { msg_id: '1', all: true })
    expect(await server.next(ListFailed)).toMatchObject({ msg_id: '1', error: 'no such container', code: 'not_found' })
    server.send(list.request, { msg_id: '2', all: false })
    expect(await server.next(ListFailed)).toMatchObject({ msg_id: '2', error: expect.stringMatching(/larger than/) })
    server.send(stat.request, { msg_id: '3', path: '/etc' })
    expect(await server.next(stat.reply)).toMatchObject({ msg_id: '3', path: '/etc', error: 'EACCES', code: 'failed' })
    server.send(stat.request, { msg_id: '4', path: '/' })
    expect(await server.next(stat.reply)).toMatchObject({
      msg_id: '4',
      error: 'the handler returned without a response',
    })
    const logged = agent.lines.map(({ level, fields }) => [level, fields.reason])
    expect(logged).toContainEqual(['info', 'no such container'])
    expect(logged).toContainEqual(['error', 'EACCES'])
    expect(logged).not.toContainEqual(['error', expect.stringContaining('no such container')])
  })

  it('is refused in the words of its definition while the capability is off', async () => {
    const run = vi.fn()
    const handlers = [handle(stat, run), handle(trace, run), handle(list, run)]
    const server = await start(handlers, { allow: [], deny: ['ping_icmp'] })
    server.send(stat.request, { msg_id: '1', path: '/' })
    expect(await server.next(stat.reply)).toMatchObject({ error: 'File capability disabled', code: 'denied' })
    server.send(trace.request, { msg_id: '2' })
    expect(await server.next(CapabilityDenied)).toMatchObject({ msg_id: '2', capability: 'ping_icmp' })
    server.send(list.request, { msg_id: '3', all: true })
    expect(await server.next(ListFailed)).toMatchObject({ error: 'agent_capability_disabled', code: 'denied' })
    expect([run.mock.calls.length, agent.counts.denied]).toEqual([0, 3])
  })

  it('is aborted when the server cancels it and when the connection ends', async () => {
    const { started, reasons, wait } = endless()
    const server = await start([handle(list, (_, context) => wait(context))])
    server.send(list.request, { msg_id: '1', all: true })
    server.send(list.request, { msg_id: '2', all: true })
    server.send(ListCancel, { msg_id: '1' })
    await vi.waitFor(() => expect(reasons).toEqual(['the server cancelled it']))
    server.drop()
    await vi.waitFor(() => expect(reasons).toEqual(['the server cancelled it', 'the connection ended']))
    await server.connection(2)
    server.send(list.request, { msg_id: '1', all: true })
    await vi.waitFor(() => expect(started).toEqual(['1', '2', '1']))
    expect([agent.counts.failed, server.queued(ListFailed)]).toEqual([0, 0])
  })

  it('is one of at most 64 open ones, also if cancelled ones do not stop', async () => {
    const ids: string[] = []
    const server = await start([
      handle(list, (_, context) => {
        ids.push(context.id)
        return new Promise(() => {})
      }),
    ])
    for (let n = 0; n < 70; n += 1) {
      server.send(list.request, { msg_id: `${n}`, all: true })
      server.send(ListCancel, { msg_id: `${n}` })
    }
    for (let n = 64; n < 70; n += 1) {
      expect(await server.next(ListFailed)).toMatchObject({ msg_id: `${n}`, code: 'unavailable' })
    }
    expect(ids).toHaveLength(64)
  })

  it('is dropped if its id is in use; without ids, only one is handled at a time', async () => {
    const { started, wait } = endless()
    const server = await start([
      handle(list, (_, context) => wait(context)),
      handle(renew, (_, context) => wait(context)),
    ])
    for (let n = 0; n < 3; n += 1) server.send(list.request, { msg_id: 'same', all: true })
    for (let n = 0; n < 2; n += 1) server.send(renew.request, { version: n })
    expect(await server.next(renew.reply)).toMatchObject({ version: 1, code: 'conflict' })
    expect(started).toEqual(['same', ''])
  })
})

describe('a stream', () => {
  const data = 'x'.repeat(200_000)
  /** Sends `size` chunks, and counts those that were accepted. */
  const sender = (counts: { sent: number }) =>
    handle(download, async ({ size }, { stream }) => {
      await stream.ready({ size })
      for (let offset = 0; offset < size; offset += 1) {
        await stream.send({ offset, data })
        counts.sent = offset + 1
      }
      await stream.end({})
    })

  it('is sent to its end, in order', async () => {
    const server = await start([
      handle(download, async ({ size }, { stream }) => {
        await stream.ready({ size })
        // Without awaiting each.
        for (let offset = 0; offset < size; offset += 1) void stream.send({ offset, data: 'abc' })
        await stream.end({})
      }),
    ])
    server.send(download.open, { transfer_id: 't', size: 3 })
    expect(await server.next(DownloadReady)).toMatchObject({ size: 3 })
    for (const offset of [0, 1, 2]) {
      expect(await server.next(DownloadChunk)).toMatchObject({ offset })
    }
    await server.next(DownloadEnd)
  })

  it('reads messages of several kinds until it is closed', async () => {
    const server = await start([
      handle(shell, async (_, { stream, signal }) => {
        for await (const written of stream) {
          if (isMessage(written, Resize)) await stream.send({ data: `${written.payload.rows} rows` })
          else await stream.send({ data: written.payload.data.toUpperCase() })
        }
        signal.throwIfAborted()
      }),
    ])
    server.send(shell.open, { session_id: 's' })
    server.send(Input, { session_id: 's', data: 'ls' })
    server.send(Resize, { session_id: 's', rows: 5 })
    server.send(Input, { session_id: 'other', data: 'rm' })
    expect(await server.next(Output)).toMatchObject({ session_id: 's', data: 'LS' })
    expect(await server.next(Output)).toMatchObject({ session_id: 's', data: '5 rows' })
    server.send(SessionClose, { session_id: 's' })
    await settled()
    expect([server.queued(Output), server.queued(SessionEnd), agent.counts.failed]).toEqual([0, 0, 0])
  })

  it('acknowledges what was written, and fails when a chunk is invalid', async () => {
    const server = await start([
      handle(upload, async (_, { stream }) => {
        let size = 0
        await stream.ready({ offset: 0 })
        for await (const { payload } of stream) {
          size += payload.data.length
          await stream.ack({ offset: size })
        }
        if (stream.finished?.checksum !== 'c') throw new Error('wrong checksum')
        await stream.end({})
      }),
    ])
    server.send(upload.open, { transfer_id: 't' })
    expect(await server.next(UploadAck)).toMatchObject({ offset: 0 })
    server.send(Chunk, { transfer_id: 't', offset: 0, data: 'abc' })
    expect(await server.next(UploadAck)).toMatchObject({ offset: 3 })
    server.send(UploadEnd, { transfer_id: 't', checksum: 'c' })
    await server.next(UploadComplete)

    server.send(upload.open, { transfer_id: 'u' })
    server.sendRaw('{"type":"upload_chunk","transfer_id":"u","offset":0,"data":5}')
    expect(await server.next(UploadError)).toMatchObject({
      error: 'the server sent an invalid upload_chunk',
    })
  })

  it('waits for credit of a server that gives it', async () => {
    const counts = { sent: 0 }
    const server = await start([sender(counts)], { server: { streamWindow: 1_000_000 } })
    server.send(download.open, { transfer_id: 't', size: 20 })
    await vi.waitFor(() => expect(counts.sent).toBe(5))
    await settled()
    expect(counts.sent).toBe(5)
    server.send(StreamCredit, { id: 'other', bytes: 1_000_000 })
    server.send(StreamCredit, { id: 't', bytes: 400_000 })
    await vi.waitFor(() => expect(counts.sent).toBe(7))
    server.send(StreamCredit, { id: 't', bytes: 100_000_000 })
    await server.next(DownloadEnd)
  })

  it('gives credit for what was read to a server that knows it, and announces that', async () => {
    const reader = handle(shell, async (_, { stream }) => {
      for await (const _ of stream);
    })
    const write = (server: TestAgent['server']) => {
      server.send(shell.open, { session_id: 's' })
      server.send(Input, { session_id: 's', data: 'x'.repeat(streamWindow / 2) })
    }
    write(await start([reader]))
    await settled()
    expect(agent.server.queued(StreamCredit)).toBe(0)
    await agent.close()

    const plugin = defineAgentPlugin({ id: 'subject', setup: () => ({ handlers: [reader] }) })
    agent = await createTestAgent({ plugins: [plugin], allow: ['terminal'], server: { streamWindow } })
    expect(await agent.server.next(SystemInfo)).toMatchObject({ stream_window: streamWindow })
    write(agent.server)
    expect(await agent.server.next(StreamCredit)).toMatchObject({ id: 's', bytes: expect.any(Number) })
  })

  it('waits for a server that does not read, then continues; small messages overtake it', async () => {
    const counts = { sent: 0 }
    const server = await start([sender(counts)], { reportInterval: 1 })
    const socket = await server.connection(1)
    server.send(download.open, { transfer_id: 't', size: 100 })
    socket.pause()
    let before = 0
    await vi.waitFor(
      () => {
        const last = before
        before = counts.sent
        expect(before).toBe(last || -1)
      },
      { interval: 500, timeout: 20_000 },
    )
    expect(counts.sent).toBeLessThan(100)
    const reportsBefore = server.queued(Report)
    socket.resume()
    await vi.waitFor(() => expect(server.queued(Report)).toBeGreaterThan(reportsBefore), { timeout: 20_000 })
    await server.next(DownloadEnd)
    expect(server.connections).toBe(1)
  })

  it('stops with the connection while it waits', async () => {
    const counts = { sent: 0 }
    const server = await start([sender(counts)], { server: { streamWindow: 300_000 } })
    server.send(download.open, { transfer_id: 't', size: 20 })
    await vi.waitFor(() => expect(counts.sent).toBe(2))
    server.drop()
    await server.connection(2)
    server.send(download.open, { transfer_id: 't', size: 1 })
    await server.next(DownloadEnd)
    expect(agent.counts.failed).toBe(0)
  })

  it('that nobody reads stops the server for a while, then ends', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    try {
      const { reasons, wait } = endless()
      const server = await start([handle(shell, (_, context) => wait(context))])
      const socket = await server.connection(1)
      server.send(shell.open, { session_id: 's' })
      while (socket.bufferedAmount < 10_000_000) {
        server.send(Input, { session_id: 's', data: 'x'.repeat(500_000) })
        await breathe()
      }
      expect(reasons).toEqual([])
      await vi.advanceTimersByTimeAsync(20_000)
      expect(await server.next(SessionEnd)).toMatchObject({ error: 'the stream was not read for too long' })
      expect(reasons).toEqual(['the stream was not read for too long'])
      vi.useRealTimers()
      await settled()
      expect(server.connections).toBe(1)
    } finally {
      vi.useRealTimers()
    }
  })
})

describe('raw bytes', () => {
  const data = Buffer.from([0, 0x7b, 0xff])
  const echoing = handle(echo, async (_, { stream }) => {
    for await (const { payload } of stream) await stream.send({ data: payload.data })
    await stream.end({})
  })
  const binary = (transfer_id: string) => encodeBinary(EchoIn, { transfer_id, data }, new FrameBuffers())

  it('travel as they are to a server that takes them, and as base64 to any other', async () => {
    const server = await start([echoing])
    server.send(echo.open, { transfer_id: 't' })
    server.send(EchoIn, { transfer_id: 't', data })
    expect(await server.next(EchoOut)).toMatchObject({ data: new Uint8Array(data) })
    expect(server.binaryFrames).toBe(0)
    await agent.close()

    const plugin = defineAgentPlugin({ id: 'subject', setup: () => ({ handlers: [echoing] }) })
    agent = await createTestAgent({ plugins: [plugin], allow: ['file'], server: { binaryFrames: true } })
    expect(await agent.server.next(SystemInfo)).toMatchObject({ binary_frames: true })
    agent.server.send(echo.open, { transfer_id: 't' })
    agent.server.sendRaw(binary('t'))
    agent.server.send(EchoIn, { transfer_id: 't', data })
    for (let n = 0; n < 2; n += 1) expect(Buffer.from((await agent.server.next(EchoOut)).data)).toEqual(data)
    expect(agent.server.binaryFrames).toBe(2)
  })

  it('of an unknown stream, of one that has ended, and of one that is refused are dropped', async () => {
    const server = await start([echoing])
    server.send(echo.open, { transfer_id: 't' })
    server.sendRaw(binary('other'))
    server.send(EchoCancel, { transfer_id: 't' })
    server.sendRaw(binary('t'))
    await settled()
    expect([server.queued(EchoOut), server.queued(EchoEnd), agent.counts.failed]).toEqual([0, 0, 0])
    expect(server.connections).toBe(1)
  })

  it('that are cut or belong to nothing are counted, and the connection stays', async () => {
    const server = await start([echoing])
    const frame = binary('t') as Uint8Array
    server.sendRaw(frame.subarray(0, 10))
    server.sendRaw(new Uint8Array([0, 0, 0, 2, 0x7b, 0x7d, 1]))
    server.sendRaw(encodeBinary({ ...EchoIn, type: 'echo' }, { transfer_id: 't', data }, new FrameBuffers()))
    server.sendRaw(encodeBinary({ ...EchoIn, type: 'news' }, { transfer_id: 't', data }, new FrameBuffers()))
    await settled()
    expect(agent.counts).toMatchObject({ malformed: 3, unknown: 1, invalid: 0 })
    expect(server.connections).toBe(1)
  })

  it('that are too long end the connection', async () => {
    const server = await start([echoing])
    server.sendRaw(encodeBinary(EchoIn, { transfer_id: 't', data: Buffer.alloc(4 * 1024 * 1024) }, new FrameBuffers()))
    await server.connection(2)
  })
})
