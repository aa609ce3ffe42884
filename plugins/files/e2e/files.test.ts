import { execFile } from 'node:child_process'
import { createHash, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { get, type IncomingMessage, request } from 'node:http'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { onboard } from '@svc/e2e/enrol'
import { freePort } from '@svc/e2e/place'
import { cleanEnv, type Program, repository } from '@svc/e2e/process'
import { type Server, untilHealthy } from '@svc/e2e/server'
import { adminPassword, firstSignIn, type Session, signIn } from '@svc/e2e/session'
import { makeStage } from '@svc/e2e/stage'
import { until } from '@svc/e2e/until'
import { beforeAll, describe, expect, it } from 'vitest'

const mib = 1024 * 1024
const stage = makeStage()
let place: { directory: string; port: number }
let server: Server
let admin: Session
let root: string
let host: { readonly id: string; start(): Program }
let agent: Program

interface Transfer {
  readonly transfer_id: string
  readonly status: string
  readonly sha256: string | null
  readonly bytes_transferred: number
}

const files = (path: string) => `/api/files/${host.id}/${path}`
const act = <T = { success: boolean }>(operation: string, body: object) => admin.send<T>('POST', files(operation), body)
const at = (name: string) => join(root, name)
const transfers = async () => (await admin.get<{ transfers: Transfer[] }>('/api/files/transfers')).transfers
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')
/** Names of what is on its way, on the host and on the server. */
const leftovers = () => [
  ...readdirSync(root).filter((name) => name.startsWith('.svc-')),
  ...readdirSync(join(server.dataDir, 'files-transfers')),
]
const untilServed = () =>
  until(
    'the agent to serve files',
    async () => (await admin.call('POST', files('list'), { path: root })).status === 200,
  )

/** Resident memory in bytes. */
const memoryOf = ({ pid }: Program) =>
  Number(/^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) * 1024

/** A response of which nothing has been read. */
async function open(path: string, headers: Record<string, string> = {}): Promise<IncomingMessage> {
  const sent = get(server.url + path, { headers: { cookie: admin.cookie, ...headers }, agent: false })
  const [response] = (await once(sent, 'response')) as [IncomingMessage]
  return response
}

/** Content that no chunk boundary leaves unnoticed. */
const content = Buffer.from(Array.from({ length: 3 * mib + 7 }, (_, i) => (i * 31) % 253))

beforeAll(async () => {
  place = { directory: stage.directory(), port: await freePort() }
  server = await stage.server(place)
  admin = await firstSignIn(server)
  const { server_id: id, enrollment } = await onboard(admin, 'files')
  const directory = stage.directory()
  root = join(directory, 'shared')
  mkdirSync(root)
  const config = {
    file: { enabled: true, root_paths: [root], max_file_size: 2 * 1024 * mib },
    capabilities: { allow: ['file'] },
  }
  host = { id, start: () => stage.agent({ serverUrl: server.url, code: enrollment.code, directory, config }) }
  agent = host.start()
  await untilServed()
})

/** Begins an upload in parts, of which the host has some. */
async function beginUpload(id: string) {
  const query = new URLSearchParams({ path: at('k.bin'), size: String(content.length) })
  const first = await admin.call('PUT', `${files(`upload/${id}`)}?${query}`, content.subarray(0, mib), {
    'content-type': 'application/octet-stream',
  })
  expect(first.data()).toMatchObject({ is_complete: false, bytes_transferred: mib })
  return query
}

describe('a script', () => {
  it('creates, writes, lists, reads, moves and deletes', async () => {
    await act('mkdir', { path: at('a/b') })
    const first = await act<{ sha256: string }>('write', {
      path: at('a/b/t.txt'),
      content: 'grüße\n',
      expected_sha256: null,
    })
    expect(await act('read', { path: at('a/b/t.txt') })).toMatchObject({ content: 'grüße\n', sha256: first.sha256 })
    writeFileSync(at('a/b/t.txt'), 'of somebody else')
    const stale = { path: at('a/b/t.txt'), content: 'mine', expected_sha256: first.sha256 }
    expect((await admin.call('POST', files('write'), stale)).status).toBe(409)
    expect(readFileSync(at('a/b/t.txt'), 'utf8')).toBe('of somebody else')
    expect(await act('list', { path: at('a') })).toMatchObject({
      entries: [{ name: 'b', file_type: 'Directory' }],
      total: 1,
    })
    expect(await act('stat', { path: at('a/b/t.txt') })).toMatchObject({ entry: { size: 16 } })
    await act('move', { from: at('a/b/t.txt'), to: at('a/moved.txt') })
    expect((await admin.call('POST', files('delete'), { path: at('a') })).status).toBe(400)
    await act('delete', { path: at('a'), recursive: true })
    expect(existsSync(at('a'))).toBe(false)
    expect((await admin.call('POST', files('stat'), { path: at('a') })).status).toBe(404)
  })

  it('uploads with a form and downloads by a transfer', async () => {
    const form = new FormData()
    form.append('path', at('up.bin'))
    form.append('file', new Blob([content]), 'up.bin')
    const sent = await fetch(server.url + files('upload'), {
      method: 'POST',
      headers: { cookie: admin.cookie, origin: server.url },
      body: form,
    })
    expect(await sent.json()).toEqual({ data: { success: true, sha256: sha256(content) } })
    expect(readFileSync(at('up.bin')).equals(content)).toBe(true)
    const { transfer_id } = await act<Transfer>('download', { path: at('up.bin') })
    await until('the download to be ready', async () => (await transfers())[0]?.status === 'ready')
    expect(await transfers()).toMatchObject([{ transfer_id, sha256: sha256(content) }])
    const fetched = await fetch(`${server.url}/api/files/download/${transfer_id}`, {
      headers: { cookie: admin.cookie },
    })
    expect(Buffer.from(await fetched.arrayBuffer()).equals(content)).toBe(true)
    await until('the transfer to end', async () => (await transfers()).length === 0)
    await until('the stored file to be removed', () => leftovers().length === 0)
  })

  it('of the README continues an upload and a download with curl, and compares checksums', async () => {
    const { key } = await admin.send<{ key: string }>('POST', '/api/auth/api-keys', { name: 'script' })
    const env = cleanEnv({ URL: server.url, KEY: key, ID: host.id })
    const readme = readFileSync(join(repository, 'plugins/files/README.md'), 'utf8')
    const scripts = new Map(
      [...readme.matchAll(/^```sh\n# (\S+) [^\n]*\n(.*?)^```$/gms)].map(([, name = '', script = '']) => [name, script]),
    )
    const run = (name: string, ...args: string[]) =>
      promisify(execFile)('sh', ['-c', scripts.get(name) ?? 'false', name, ...args], { env })
    const folder = stage.directory()
    const [local, fetched] = [join(folder, 'local.bin'), join(folder, 'fetched.bin')]
    writeFileSync(local, content)

    const id = randomUUID()
    await beginUpload(id)
    expect((await run('upload.sh', local, at('k.bin'), id)).stdout).toContain(sha256(content))
    expect(readFileSync(at('k.bin')).equals(content)).toBe(true)
    await expect(run('upload.sh', local, '/etc/passwd')).rejects.toThrow('Command failed')

    writeFileSync(fetched, content.subarray(0, mib))
    await run('download.sh', at('k.bin'), fetched)
    expect(readFileSync(fetched).equals(content)).toBe(true)
    const log = await admin.get<{ entries: { detail: string | null }[] }>('/api/audit-logs?action=file_download_fetch')
    expect(JSON.stringify(log)).toContain(String(mib))
    writeFileSync(fetched, Buffer.alloc(mib))
    await expect(run('download.sh', at('k.bin'), fetched)).rejects.toThrow('Command failed')
    for (const { transfer_id } of await transfers()) await admin.call('DELETE', `/api/files/transfers/${transfer_id}`)
    rmSync(at('k.bin'))
  })

  it('is refused what the host does not permit, which is audited', async () => {
    symlinkSync('/etc/passwd', at('link'))
    for (const path of ['/etc/passwd', `${root}/../../etc/passwd`, at('link'), at('server.key')]) {
      for (const operation of ['read', 'download', 'write', 'delete']) {
        const status = (await admin.call('POST', files(operation), { path, content: 'x' })).status
        // Deleting a link below the root deletes the link.
        expect([path, operation, status]).toEqual([
          path,
          operation,
          path === at('link') && operation === 'delete' ? 200 : 403,
        ])
      }
      if (path === at('link')) expect(existsSync('/etc/passwd')).toBe(true)
    }
    const log = await admin.get<{ entries: { action: string }[] }>('/api/audit-logs?limit=50')
    const actions = log.entries.map(({ action }) => action)
    expect(actions).toEqual(expect.arrayContaining(['file_read_denied', 'file_download_denied', 'file_write_denied']))
  })

  it('streams, continues a stream, and gets a directory as a tar file', async () => {
    writeFileSync(at('s.bin'), content)
    const path = files(`stream?path=${encodeURIComponent(at('s.bin'))}`)
    const whole = await open(path)
    const parts: Buffer[] = []
    for await (const part of whole) parts.push(part as Buffer)
    expect(Buffer.concat(parts).equals(content)).toBe(true)
    const rest = await open(path, { range: 'bytes=1000000-', 'if-range': String(whole.headers.etag) })
    expect(rest.statusCode).toBe(206)
    const tail: Buffer[] = []
    for await (const part of rest) tail.push(part as Buffer)
    expect(Buffer.concat(tail).equals(content.subarray(1_000_000))).toBe(true)

    mkdirSync(at('folder'))
    writeFileSync(at('folder/inside.txt'), 'inside')
    const archive = await open(files(`stream?path=${encodeURIComponent(at('folder'))}&archive=true`))
    let tar = ''
    for await (const part of archive) tar += String(part)
    expect(tar).toContain('inside.txt')
    expect(tar.length % 512).toBe(0)
  })

  it('follows a log', async () => {
    writeFileSync(at('app.log'), 'one\n')
    const response = await open(files(`follow?path=${encodeURIComponent(at('app.log'))}`))
    let text = ''
    response.on('data', (part) => {
      text += String(part)
    })
    await until('the first line', () => text === 'one\n')
    writeFileSync(at('app.log'), 'two\n', { flag: 'a' })
    await until('the second line', () => text === 'one\ntwo\n')
    response.destroy()
  })
})

it('a file of 1 GiB reaches a slow reader whole, with flat memory on both sides', async () => {
  const size = 1024 * mib
  writeFileSync(at('large'), '')
  truncateSync(at('large'), size)
  const response = await open(files(`stream?path=${encodeURIComponent(at('large'))}`))
  const before = { server: memoryOf(server), agent: memoryOf(agent) }
  const peak = { ...before }
  let received = 0
  let pauseAt = 0
  for await (const part of response) {
    received += (part as Buffer).length
    if (received < pauseAt) continue
    pauseAt += 64 * mib
    await sleep(50)
    peak.server = Math.max(peak.server, memoryOf(server))
    peak.agent = Math.max(peak.agent, memoryOf(agent))
  }
  expect(received).toBe(size)
  expect((peak.server - before.server) / mib).toBeLessThan(128)
  expect((peak.agent - before.agent) / mib).toBeLessThan(128)
})

describe('what is killed', () => {
  /** Sends the rest from wherever the host wants it. */
  async function goOn(id: string, query: URLSearchParams) {
    let offset = mib
    await until('the upload to be complete', async () => {
      query.set('offset', String(offset))
      query.set('sha256', sha256(content))
      const answer = await admin.call('PUT', `${files(`upload/${id}`)}?${query}`, content.subarray(offset), {
        'content-type': 'application/octet-stream',
      })
      if (answer.status === 409) offset = (answer.error().details as { params: { offset: number } }).params.offset
      return answer.status === 200
    })
    expect(readFileSync(at('k.bin')).equals(content)).toBe(true)
    await until('the stored file to be removed', () => leftovers().length === 0)
  }

  it('an agent: its download fails, its upload is sent again, and nothing half-written is left', async () => {
    const id = randomUUID()
    const query = await beginUpload(id)
    const response = await open(files(`stream?path=${encodeURIComponent(at('large'))}`))
    agent.kill('SIGKILL')
    await agent.exited
    await expect(response.resume().toArray()).rejects.toThrow('aborted')
    expect(existsSync(at('k.bin'))).toBe(false)
    await until('the download to have failed', async () =>
      (await transfers()).some(({ status }) => status === 'failed'),
    )
    agent = host.start()
    await untilServed()
    await goOn(id, query)
    for (const { transfer_id } of await transfers()) await admin.call('DELETE', `/api/files/transfers/${transfer_id}`)
  })

  it('a server: a stored download is removed at its start, and an upload goes on', async () => {
    const id = randomUUID()
    const query = await beginUpload(id)
    await act('download', { path: at('large') })
    await until('something to be stored', () =>
      leftovers().some((name) => name.endsWith('.part') && !name.startsWith('.')),
    )
    server.kill('SIGKILL')
    await server.exited
    server = await stage.launch(place)
    await untilHealthy(server)
    admin = await signIn(server.url, 'admin', adminPassword)
    expect(readdirSync(join(server.dataDir, 'files-transfers'))).toEqual([])
    expect(await transfers()).toEqual([])
    await untilServed()
    await goOn(id, query)
  })
})

it('an upload that the browser breaks off leaves nothing on the host', async () => {
  const field = (name: string, value: string) =>
    `--x\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`
  const file = '--x\r\ncontent-disposition: form-data; name="file"; filename="f"\r\n\r\n'
  const form = field('path', at('broken')) + field('size', String(content.length)) + file
  const sent = request(server.url + files('upload'), {
    method: 'POST',
    headers: {
      cookie: admin.cookie,
      origin: server.url,
      'content-type': 'multipart/form-data; boundary=x',
      'content-length': content.length + mib,
    },
  })
  sent.on('error', () => {})
  sent.write(form)
  sent.write(content.subarray(0, mib))
  await until('some of it to arrive', async () => (await transfers()).some((each) => each.bytes_transferred > 0))
  sent.destroy()
  await until('it to be removed', () => leftovers().length === 0)
  expect(existsSync(at('broken'))).toBe(false)
})
