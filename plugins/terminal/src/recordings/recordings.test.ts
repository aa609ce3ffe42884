import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { makeWorld, type World } from '../../test/world.ts'

let dataDir: string
let world: World
const start = async (config: object = {}) => {
  world = await makeWorld({ dataDir, config })
}
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'recordings-'))
})
afterEach(async () => {
  await world.kernel.close()
  rmSync(dataDir, { recursive: true })
})

const path = '/api/terminal/recordings'
const folder = () => join(dataDir, 'terminal-recordings')
const files = () => readdirSync(folder())
const record = () => world.call('PUT', '/api/terminal/settings', { recording: true })
const recordings = async () => (await world.call('GET', path)).data.recordings

/** A session whose shell has started. */
async function opened(name = 'web') {
  const server = await world.server(name)
  const page = await world.open(server.id)
  await server.agent.next('terminal_open')
  server.agent.send({ type: 'terminal_started', session_id: page.sessionId, paced: true })
  await page.next('started')
  const print = async (text: string) => {
    server.print(page.sessionId, text)
    await page.until(text.slice(-20))
  }
  return { ...server, page, print }
}

/** A session that was recorded and has ended. */
async function recorded(text: string, name?: string) {
  const session = await opened(name)
  await session.print(text)
  session.page.send({ type: 'close' })
  await vi.waitFor(async () => expect((await recordings())[0].ended_at).not.toBeNull())
  return session.page.sessionId
}

const eventsOf = (text: string) =>
  text
    .trimEnd()
    .split('\n')
    .slice(1)
    .map((line) => JSON.parse(line))

describe('recording', () => {
  it('is off until an admin turns it on, and that is audited once', async () => {
    await start()
    expect((await world.call('GET', '/api/terminal/settings')).data).toEqual({ recording: false })
    const { page, print } = await opened()
    await print('not recorded')
    page.send({ type: 'close' })
    expect(files()).toEqual([])
    await record()
    await record()
    expect((await world.call('GET', '/api/terminal/settings')).data).toEqual({ recording: true })
    expect(world.audited('terminal_recording_switched')).toEqual([{ enabled: true }])
  })

  it('has output and sizes with their times, and nothing that is typed', async () => {
    await start()
    await record()
    const { id, agent, page, print } = await opened()
    expect(world.audited('terminal_opened')).toMatchObject([{ recorded: true }])
    await print('Password: ')
    page.type('typed secret\r')
    await agent.next('terminal_input')
    await world.kernel.clock.advance(1500)
    await print('\u001b[32mwelcome')
    page.send({ type: 'resize', rows: 50, cols: 132 })
    await agent.next('terminal_resize')
    expect(await recordings()).toMatchObject([{ id: page.sessionId, ended_at: null }])
    page.send({ type: 'close' })
    await vi.waitFor(async () =>
      expect(await recordings()).toEqual([
        {
          id: page.sessionId,
          server_id: id,
          user_id: expect.any(String),
          username: expect.any(String),
          started_at: '2023-11-14T22:13:20Z',
          ended_at: '2023-11-14T22:13:22Z',
          duration_ms: 1500,
          bytes: expect.any(Number),
          cut: null,
        },
      ]),
    )
    const { body, headers } = await world.download(page.sessionId)
    expect(headers['content-type']).toBe('application/x-asciicast')
    expect(JSON.parse(body.split('\n')[0] ?? '')).toMatchObject({ version: 2, width: 80, height: 24, title: 'web' })
    expect(eventsOf(body)).toEqual([
      [0, 'o', 'Password: '],
      [1.5, 'o', '\u001b[32mwelcome'],
      [1.5, 'r', '132x50'],
    ])
    expect(body).not.toContain('secret')
    expect(world.audited('terminal_recording_read')).toMatchObject([{ recording_id: page.sessionId, server_id: id }])
  })

  it('is told to the page, also to one that returns', async () => {
    await start()
    const server = await world.server('web')
    const greeting = async (query: string) => (await world.connectPage(server.id, query)).next('session')
    expect(await greeting('')).not.toHaveProperty('recorded')
    await record()
    expect(await greeting('')).toMatchObject({ recorded: true })
    const page = await world.open(server.id, '?resumable=true')
    expect(await (await world.resume(server.id, page)).next('session')).toMatchObject({ recorded: true })
  })

  it('ends when it is too large, says so, and the session continues', async () => {
    await start({ terminal: { max_recording_size: 65_536 } })
    await record()
    const { page, print } = await opened()
    await print(`${'x'.repeat(60_000)}one`)
    await print(`${'x'.repeat(60_000)}two`)
    await page.next('recording_stopped')
    await print('three')
    page.send({ type: 'close' })
    await vi.waitFor(async () => expect(await recordings()).toMatchObject([{ cut: 'size_limit' }]))
    expect(eventsOf((await world.download(page.sessionId)).body)).toHaveLength(1)
  })

  it('deletes the oldest to make room for one more', async () => {
    await start({ terminal: { max_recording_size: 65_536, max_total_recordings_size: 131_072 } })
    await record()
    const first = await recorded(`${'x'.repeat(40_000)}first`, 'a')
    await world.kernel.clock.advance(2000)
    const second = await recorded(`${'x'.repeat(40_000)}second`, 'b')
    await world.kernel.clock.advance(2000)
    await opened('c')
    expect((await recordings()).map(({ id }: { id: string }) => id)).not.toContain(first)
    expect((await recordings()).map(({ id }: { id: string }) => id)).toContain(second)
    await vi.waitFor(() => expect(files()).not.toContain(`${first}.cast`))
  })

  it.each([
    ['there is no room', { terminal: { max_total_recordings_size: 65_536 } }, 'max_total_recordings_size'],
    ['its file cannot be created', {}, 'the file could not be created'],
  ])('opens no session that would not be recorded: %s', async (_, config, message) => {
    await start(config)
    await record()
    rmSync(folder(), { recursive: true })
    writeFileSync(folder(), '')
    const { id } = await world.server('web')
    const page = await world.connectPage(id)
    expect(await page.next('error')).toMatchObject({ reason: 'failed', error: expect.stringContaining(message) })
    await world.closed(page)
    expect(world.audited('terminal_opened')).toEqual([])
  })
})

describe('recordings', () => {
  it('of a server are listed newest first', async () => {
    await start()
    await record()
    const old = await recorded('1', 'a')
    await world.kernel.clock.advance(2000)
    const young = await recorded('2', 'b')
    expect((await recordings()).map(({ id }: { id: string }) => id)).toEqual([young, old])
    const [{ server_id }] = await recordings()
    const { data } = await world.call('GET', `${path}?server_id=${server_id}&limit=1`)
    expect(data).toMatchObject({ recordings: [{ id: young }], total: 1 })
  })

  it('are deleted with their file, but not while they are written', async () => {
    await start()
    await record()
    const { page } = await opened()
    expect(await world.call('DELETE', `${path}/${page.sessionId}`)).toMatchObject({ status: 409 })
    page.send({ type: 'close' })
    await vi.waitFor(async () => expect((await world.call('DELETE', `${path}/${page.sessionId}`)).status).toBe(200))
    expect(files()).toEqual([])
    expect(world.audited('terminal_recording_deleted')).toMatchObject([{ recording_id: page.sessionId }])
    expect((await world.call('GET', `${path}/${page.sessionId}`)).status).toBe(404)
    expect((await world.download(page.sessionId)).statusCode).toBe(404)
  })

  it('expire with their file', async () => {
    await start({ retention: { terminal_recordings_days: 2 } })
    await record()
    await recorded('old')
    await world.kernel.clock.advance(86_400_000)
    const young = await recorded('young', 'other')
    await world.kernel.clock.advance(86_400_000 + 3_600_000)
    await world.kernel.runJob('RecordingCleanup')
    expect((await recordings()).map(({ id }: { id: string }) => id)).toEqual([young])
    expect(files()).toEqual([`${young}.cast`])
  })

  it('are deleted with their server', async () => {
    await start()
    await record()
    await recorded('text')
    const [{ server_id }] = await recordings()
    await world.call('DELETE', `/api/servers/${server_id}`)
    await world.kernel.runJob('RecordingCleanup')
    expect([await recordings(), files()]).toEqual([[], []])
  })

  it('that the server did not complete are repaired at the next start', async () => {
    await start()
    await record()
    const id = await recorded('text')
    await world.kernel.close()
    // As a killed server leaves it: no end in the row, and a line that was not completed.
    await start()
    const file = join(folder(), `${id}.cast`)
    const whole = readFileSync(file, 'utf8')
    writeFileSync(file, `${whole}[1.5,"o","to`)
    const { database } = world.kernel
    database.exec(`UPDATE terminal_recordings SET ended_at = NULL, bytes = 0`)
    database.exec(`INSERT INTO terminal_recordings (id, server_id, user_id, username, started_at)
      SELECT 'lost', server_id, user_id, username, started_at FROM terminal_recordings`)
    await world.kernel.close()
    await start()
    expect(await recordings()).toMatchObject([{ id, cut: 'server_crash', bytes: whole.length }])
    expect(readFileSync(file, 'utf8')).toBe(whole)
  })

  it('that run are completed when the server stops', async () => {
    await start()
    await record()
    const { page, print } = await opened()
    await print('last words')
    await world.kernel.close()
    await start()
    expect(await recordings()).toMatchObject([{ id: page.sessionId, cut: null, ended_at: expect.any(String) }])
    expect(existsSync(join(folder(), `${page.sessionId}.cast`))).toBe(true)
  })
})
