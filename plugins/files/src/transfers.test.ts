import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { type FileHandle, mkdir, open } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { credentialsRevoked } from '@svc/plugin-sdk'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type Agent, bob, makeWorld, sha256, type World } from '../test/world.ts'

const mib = 1024 * 1024

let world: World
let id: string
let agent: Agent
beforeEach(async () => {
  world = await makeWorld()
  ;({ id, agent } = await world.server('web'))
})
afterEach(() => world.kernel.close())

const folder = () => join(world.kernel.dataDir, 'files-transfers')
const stored = () => readdirSync(folder())
const path = '/srv/a.bin'

/** Starts a download, which the agent has opened. */
async function begin(size: number | null, from: Agent = agent, server = id) {
  const answer = world.call('POST', `${server}/download`, { path })
  const file = await from.opens(size)
  const { transfer_id, status } = await answer
  expect([status, file.start]).toMatchObject(['pending', { path, transfer_id }])
  return { ...file, id: transfer_id as string }
}

const statusOf = async (transfer: string) => {
  const all = await world.transfers()
  return all.find(({ transfer_id }: { transfer_id: string }) => transfer_id === transfer)?.status
}
const becomes = (transfer: string, status: string | undefined) =>
  expect.poll(() => statusOf(transfer), { interval: 5 }).toBe(status)

/** A download that is ready. */
async function makeReady(content: string) {
  const file = await begin(content.length)
  if (content) file.chunk(0, content)
  file.end({ sha256: sha256(content) })
  await becomes(file.id, 'ready')
  return file.id
}

const fetched = (transfer: string, headers = {}) =>
  world.ask('GET', `download/${transfer}`, undefined, 'admin', headers)

describe('a download', () => {
  it('is pending, in progress, ready, and gone once it was fetched', async () => {
    const file = await begin(6)
    expect(await world.transfers()).toEqual([
      {
        transfer_id: file.id,
        server_id: id,
        direction: 'download',
        file_path: path,
        file_size: 6,
        bytes_transferred: 0,
        bytes_per_second: 0,
        status: 'pending',
        error: null,
        error_text: null,
        sha256: null,
        created_at_secs_ago: 0,
      },
    ])
    await world.kernel.clock.advance(2000)
    file.chunk(0, 'abc')
    await becomes(file.id, 'in_progress')
    expect(await world.transfers()).toMatchObject([
      { bytes_transferred: 3, bytes_per_second: 2, created_at_secs_ago: 2 },
    ])
    const early = await fetched(file.id)
    expect([early.statusCode, early.json().error.details.code]).toEqual([400, 'files.NOT_READY'])
    file.chunk(3, 'def')
    file.end({ sha256: sha256('abcdef') })
    await becomes(file.id, 'ready')
    expect(await world.transfers()).toMatchObject([{ sha256: sha256('abcdef'), bytes_per_second: 0 }])

    const answer = await fetched(file.id)
    expect([answer.statusCode, answer.body]).toEqual([200, 'abcdef'])
    expect(answer.headers).toMatchObject({
      'content-type': 'application/octet-stream',
      'content-disposition': `attachment; filename="a.bin"; filename*=UTF-8''a.bin`,
      'content-length': '6',
      'accept-ranges': 'bytes',
      etag: `"${sha256('abcdef')}"`,
      'repr-digest': `sha-256=:${Buffer.from(sha256('abcdef'), 'hex').toString('base64')}:`,
    })
    await becomes(file.id, undefined)
    await expect.poll(stored).toEqual([])
    expect((await fetched(file.id)).statusCode).toBe(404)
    const detail = { server_id: id, transfer_id: file.id, path, outcome: 'success' }
    expect(world.audited()).toMatchObject([
      ['file_download', { ...detail, size: 6, bytes: 6, sha256: sha256('abcdef') }],
      ['file_download_fetch', { ...detail, start: 0, end: 5 }],
    ])
  })

  it('may be empty', async () => {
    const transfer = await makeReady('')
    const answer = await fetched(transfer)
    expect([answer.statusCode, answer.headers['content-length'], answer.body]).toEqual([200, '0', ''])
    await becomes(transfer, undefined)
  })

  it('is fetched in ranges; the transfer stays until all of it was', async () => {
    const transfer = await makeReady('0123456789')
    const last = await fetched(transfer, { range: 'bytes=-3' })
    expect([last.statusCode, last.body, last.headers['content-range']]).toEqual([206, '789', 'bytes 7-9/10'])
    const first = await fetched(transfer, { range: 'bytes=0-4' })
    expect([first.statusCode, first.body]).toEqual([206, '01234'])
    const beyond = await fetched(transfer, { range: 'bytes=10-' })
    expect([beyond.statusCode, beyond.headers['content-range']]).toEqual([416, 'bytes */10'])
    expect(await statusOf(transfer)).toBe('ready')
    const tag = `"${sha256('0123456789')}"`
    const rest = await fetched(transfer, { range: 'bytes=5-', 'if-range': tag })
    expect([rest.statusCode, rest.body]).toEqual([206, '56789'])
    await becomes(transfer, undefined)
  })

  it('is sent whole if the browser has another version', async () => {
    const transfer = await makeReady('0123456789')
    const answer = await fetched(transfer, { range: 'bytes=5-', 'if-range': '"other"' })
    expect([answer.statusCode, answer.body]).toEqual([200, '0123456789'])
  })

  it('is fetched in parts in any order, after which it ends', async () => {
    const transfer = await makeReady('0123456789')
    for (const range of ['bytes=6-9', 'bytes=3-5', 'bytes=0-2']) {
      expect(await statusOf(transfer)).toBe('ready')
      expect((await fetched(transfer, { range })).statusCode).toBe(206)
    }
    await becomes(transfer, undefined)
    await expect.poll(stored).toEqual([])
  })

  it('that breaks off while it is fetched is fetched again', async () => {
    const size = 32 * mib
    const file = await begin(size)
    for (let offset = 0; offset < size; offset += 256 * 1024) file.chunk(offset, Buffer.alloc(256 * 1024, 'x'))
    file.end()
    await becomes(file.id, 'ready')
    const response = await world.open(`download/${file.id}`)
    response.destroy()
    await expect.poll(() => world.audited().at(-1)).toMatchObject(['file_download_fetch', { outcome: 'cancelled' }])
    expect(await statusOf(file.id)).toBe('ready')
    let received = 0
    for await (const chunk of await world.open(`download/${file.id}`)) received += (chunk as Buffer).length
    expect(received).toBe(size)
    await becomes(file.id, undefined)
  })

  it('that the host refuses is 403 at once, audited, and no transfer', async () => {
    const answer = world.ask('POST', `${id}/download`, { path: '/etc/shadow' })
    const { transfer_id } = await agent.next('file_download_start')
    const error = 'the name is on the deny list'
    agent.send({ type: 'file_download_error', transfer_id, error, code: 'denied' })
    expect((await answer).statusCode).toBe(403)
    expect(world.audited()).toMatchObject([
      ['file_download_denied', { server_id: id, path: '/etc/shadow', reason: expect.stringContaining(error) }],
    ])
    expect(await world.transfers()).toEqual([])
  })

  it('of a directory is a tar file', async () => {
    const answer = world.call('POST', `${id}/download`, { path: '/srv', archive: true })
    const file = await agent.opens(null)
    expect(file.start).toMatchObject({ archive: true })
    const { transfer_id } = await answer
    file.chunk(0, 'tar')
    file.end()
    await becomes(transfer_id, 'ready')
    expect(await world.transfers()).toMatchObject([{ file_size: 3 }])
    expect((await fetched(transfer_id)).headers['content-disposition']).toContain('filename="srv.tar"')
  })

  it('of a directory is refused by agents that cannot', async () => {
    const peer = await world.server('peer', { features: [] })
    const answer = await world.ask('POST', `${peer.id}/download`, { path: '/srv', archive: true })
    expect([answer.statusCode, answer.json().error.details.code]).toEqual([403, 'files.NOT_SUPPORTED'])
  })

  it('has a name that cannot break the header', async () => {
    const answer = world.call('POST', `${id}/download`, { path: '/srv/a"\r\nx: ü' })
    const file = await agent.opens(0)
    const { transfer_id } = await answer
    file.end()
    await becomes(transfer_id, 'ready')
    expect((await fetched(transfer_id)).headers['content-disposition']).toBe(
      `attachment; filename="a_x_"; filename*=UTF-8''a%22%0D%0Ax%3A%20%C3%BC`,
    )
  })
})

describe('an agent that lies', () => {
  type File = Awaited<ReturnType<typeof begin>>
  it.each<[string, (file: File) => void, string]>([
    ['sends too much', (file) => file.chunk(0, 'abcdefg'), 'AGENT_DATA_INVALID'],
    [
      'ends too early',
      (file) => {
        file.chunk(0, 'abc')
        file.end()
      },
      'AGENT_DATA_INVALID',
    ],
    [
      'leaves something out',
      (file) => {
        file.chunk(0, 'abc')
        file.chunk(4, 'ef')
      },
      'AGENT_DATA_INVALID',
    ],
    [
      'repeats something',
      (file) => {
        file.chunk(0, 'abc')
        file.chunk(0, 'abc')
      },
      'AGENT_DATA_INVALID',
    ],
    [
      'sends junk',
      (file) => file.send({ type: 'file_download_chunk', offset: 0, data: '!!!!' }),
      'AGENT_RESPONSE_INVALID',
    ],
    [
      'sends base64 that is cut',
      (file) => file.send({ type: 'file_download_chunk', offset: 0, data: 'YWJ' }),
      'AGENT_RESPONSE_INVALID',
    ],
    [
      'has another checksum',
      (file) => {
        file.chunk(0, 'abcdef')
        file.end({ sha256: sha256('x') })
      },
      'CHECKSUM_MISMATCH',
    ],
    [
      'sends a message of another shape',
      (file) => file.send({ type: 'file_download_chunk', offset: -1, data: 7 }),
      'AGENT_RESPONSE_INVALID',
    ],
  ])('and %s fails, and what it says later changes nothing', async (_, lie, code) => {
    const file = await begin(6)
    lie(file)
    await becomes(file.id, 'failed')
    file.chunk(0, 'abcdef')
    file.end()
    await agent.settle()
    const [transfer] = await world.transfers()
    expect(transfer).toMatchObject({ status: 'failed', error_text: { code: expect.stringContaining(code) } })
    expect(transfer.error).toEqual(expect.any(String))
    await expect.poll(stored).toEqual([])
    expect((await fetched(file.id)).statusCode).toBe(400)
    expect(world.audited()).toMatchObject([['file_download', { outcome: 'failure' }]])
  })

  it('and names the transfer of another server is ignored', async () => {
    const other = await world.server('other')
    const file = await begin(6)
    const message = { transfer_id: file.id, offset: 0, data: Buffer.from('forged').toString('base64') }
    other.agent.send({ type: 'file_download_chunk', ...message })
    other.agent.send({ type: 'file_download_end', transfer_id: file.id })
    other.agent.send({ type: 'file_download_error', transfer_id: file.id, error: 'no' })
    await other.agent.settle()
    expect(await statusOf(file.id)).toBe('pending')
    file.chunk(0, 'honest')
    file.end()
    await becomes(file.id, 'ready')
    expect((await fetched(file.id)).body).toBe('honest')
  })
})

describe('transfers', () => {
  it('exist for their owner only', async () => {
    const transfer = await makeReady('mine')
    expect(await world.transfers(bob)).toEqual([])
    expect((await world.ask('GET', `download/${transfer}`, undefined, bob)).statusCode).toBe(404)
    expect((await world.ask('DELETE', `transfers/${transfer}`, undefined, bob)).statusCode).toBe(404)
    expect((await fetched(transfer)).body).toBe('mine')
  })

  it('are at most three per server, of everybody; ready ones count until they were fetched', async () => {
    const transfer = await makeReady('x')
    await begin(1)
    await begin(1)
    const fourth = await world.ask('POST', `${id}/download`, { path }, bob)
    expect([fourth.statusCode, fourth.json().error.details.code]).toEqual([429, 'files.TOO_MANY_TRANSFERS'])
    expect((await world.ask('GET', `${id}/stream?path=/srv/a`)).statusCode).toBe(429)
    const other = await world.server('other')
    await begin(1, other.agent, other.id)
    await fetched(transfer)
    await becomes(transfer, undefined)
    await begin(1)
  })

  it('are cancelled at any moment, then removed', async () => {
    const pending = await begin(6)
    const running = await begin(6)
    running.chunk(0, 'abc')
    await becomes(running.id, 'in_progress')
    const ready = await makeReady('abc')
    for (const transfer of [pending.id, running.id, ready]) {
      await world.call('DELETE', `transfers/${transfer}`)
      await becomes(transfer, 'cancelled')
      expect((await fetched(transfer)).statusCode).toBe(404)
    }
    expect(await agent.next('file_download_cancel')).toMatchObject({ transfer_id: pending.id })
    expect(await agent.next('file_download_cancel')).toMatchObject({ transfer_id: running.id })
    await expect.poll(stored).toEqual([])
    running.chunk(3, 'def')
    running.end()
    await agent.settle()
    expect(await statusOf(running.id)).toBe('cancelled')
    const cancelled = () =>
      world
        .audited()
        .filter(([, { outcome }]) => outcome === 'cancelled')
        .map(([action, { transfer_id }]) => `${action} ${transfer_id}`)
        .sort()
    await expect.poll(cancelled).toEqual([`file_download ${pending.id}`, `file_download ${running.id}`].sort())
    expect(world.audited().filter(([action]) => action === 'file_transfer_cancel')).toHaveLength(3)
    await world.call('DELETE', `transfers/${running.id}`)
    expect(await statusOf(running.id)).toBeUndefined()
    expect((await world.ask('DELETE', `transfers/${running.id}`)).statusCode).toBe(404)
  })

  it('that nobody touches for half an hour are removed', async () => {
    const stuck = await begin(6)
    const ready = await makeReady('abc')
    await world.kernel.clock.advance(20 * 60_000)
    expect((await fetched(ready, { range: 'bytes=0-0' })).body).toBe('a')
    await world.kernel.clock.advance(11 * 60_000)
    expect([await statusOf(stuck.id), await statusOf(ready)]).toEqual([undefined, 'ready'])
    await world.kernel.clock.advance(20 * 60_000)
    expect(await statusOf(ready)).toBeUndefined()
    await expect.poll(stored).toEqual([])
  })

  it('fail when the agent leaves or loses the capability', async () => {
    const file = await begin(6)
    file.chunk(0, 'abc')
    await becomes(file.id, 'in_progress')
    agent.terminate()
    await becomes(file.id, 'failed')
    await expect.poll(stored).toEqual([])
  })

  it('end with the server and with the credential that started them', async () => {
    const file = await begin(6)
    file.chunk(0, 'abc')
    await becomes(file.id, 'in_progress')
    const who = { userId: 'test-admin', credentialId: 'some-other-session' }
    world.kernel.emit(credentialsRevoked, who)
    expect(await statusOf(file.id)).toBe('in_progress')
    world.kernel.emit(credentialsRevoked, { userId: 'test-admin' })
    expect(await statusOf(file.id)).toBeUndefined()
    await agent.next('file_download_cancel')

    await makeReady('abc')
    await world.kernel.as('admin').inject({ method: 'DELETE', url: `/api/servers/${id}` })
    expect(await world.transfers()).toEqual([])
    await expect.poll(stored).toEqual([])
  })
})

describe('the disk of the server', () => {
  afterEach(() => vi.restoreAllMocks())

  it('that is full fails the download, and leaves nothing', async () => {
    const probe = join(world.kernel.dataDir, 'probe')
    const handle = await open(probe, 'w')
    const prototype = Object.getPrototypeOf(handle) as FileHandle
    await handle.close()
    const file = await begin(6)
    file.chunk(0, 'abc')
    await becomes(file.id, 'in_progress')
    const full = Object.assign(new Error('ENOSPC: no space left on device'), { code: 'ENOSPC', errno: -28 })
    vi.spyOn(prototype, 'writeFile').mockRejectedValue(full)
    file.chunk(3, 'd')
    file.chunk(4, 'e')
    await becomes(file.id, 'failed')
    expect(await world.transfers()).toMatchObject([{ error_text: { code: 'files.SERVER_DISK_FULL' } }])
    await agent.next('file_download_cancel')
    await expect.poll(stored).toEqual([])
  })

  it('that has no room for it refuses it before the first byte', async () => {
    const file = await begin(2 ** 50)
    await becomes(file.id, 'failed')
    expect(await world.transfers()).toMatchObject([{ error_text: { code: 'files.SERVER_DISK_FULL' } }])
  })

  it('has no files of an earlier run', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'svc-files-'))
    const left = join(dataDir, 'files-transfers', 'left.part')
    await mkdir(join(dataDir, 'files-transfers'))
    writeFileSync(left, 'half')
    const second = await makeWorld({ dataDir })
    expect(existsSync(left)).toBe(false)
    await second.kernel.close()
    rmSync(dataDir, { recursive: true })
  })
})
