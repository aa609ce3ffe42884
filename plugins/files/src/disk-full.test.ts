import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, realpathSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type Agent, form, makeWorld, sha256, type World } from '../test/world.ts'

const mib = 1024 * 1024
const canMount = process.platform === 'linux' && process.getuid?.() === 0

describe.runIf(canMount)('on a full disk of the server', () => {
  let disk: string
  let world: World
  let id: string
  let agent: Agent
  beforeAll(async () => {
    disk = realpathSync(mkdtempSync(join(tmpdir(), 'svc-full-')))
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${96 * mib}`, 'tmpfs', disk])
    world = await makeWorld({ dataDir: join(disk, 'data') })
    ;({ id, agent } = await world.server('web'))
  })
  afterAll(async () => {
    await world.kernel.close()
    execFileSync('umount', [disk])
    rmSync(disk, { recursive: true })
  })
  afterEach(() => rmSync(join(disk, 'others'), { force: true }))

  const path = '/srv/folder'
  const folder = () => join(disk, 'data', 'files-transfers')
  const stored = () => readdirSync(folder())
  const transferOf = async (id: string) =>
    (await world.transfers()).find(({ transfer_id }: { transfer_id: string }) => transfer_id === id)

  /** Others take all of the disk except for so many bytes. */
  function fill(freeBytes: number) {
    const [, free] = execFileSync('df', ['-B1', '--output=avail', disk]).toString().trim().split('\n')
    execFileSync('fallocate', ['-l', String(Number(free) - freeBytes), join(disk, 'others')])
  }

  /** An archive, whose size nobody knows before. */
  async function begin() {
    const answer = world.call('POST', `${id}/download`, { path, archive: true })
    const file = await agent.opens(null)
    return { ...file, id: String((await answer).transfer_id) }
  }

  async function expectDiskFull(id: string) {
    await expect.poll(async () => (await transferOf(id))?.status, { interval: 5 }).toBe('failed')
    expect(await transferOf(id)).toMatchObject({
      error: 'The disk of the monitoring server is full.',
      error_text: { code: 'files.SERVER_DISK_FULL' },
    })
    expect(await agent.next('file_download_cancel')).toMatchObject({ transfer_id: id })
    await expect.poll(stored).toEqual([])
  }

  it('a download that finds no space left fails, leaves nothing, and other work goes on', async () => {
    const file = await begin()
    file.chunk(0, 'first')
    file.chunk(5, 'second')
    await expect.poll(() => stored().map((name) => statSync(join(folder(), name)).size)).toEqual([5])
    fill(0)
    const large = Buffer.alloc(300_000)
    file.chunk(11, large)
    file.chunk(11 + large.length, large)
    await expectDiskFull(file.id)

    const listed = world.call('POST', `${id}/list`, { path: '/srv' })
    await agent.reply('file_list', { type: 'file_list_result', path: '/srv', entries: [], total: 0 })
    expect(await listed).toEqual({ entries: [], total: 0 })
  })

  it('an archive stops before it takes the space of the database', async () => {
    const file = await begin()
    fill(63 * mib)
    file.chunk(0, 'first')
    file.chunk(5, 'second')
    await expectDiskFull(file.id)
    expect(world.audited().at(-1)).toMatchObject(['file_download', { transfer_id: file.id, outcome: 'failure' }])
  })

  it('a form that must be stored is refused, and one that is passed on is not', async () => {
    fill(mib)
    const inject = (parts: Parameters<typeof form>[0]) =>
      world.kernel.as('admin').inject({ method: 'POST', url: `/api/files/${id}/upload`, ...form(parts) })
    const content = Buffer.alloc(500_000, 'abc')
    const refused = await inject([
      ['path', '/srv/a'],
      ['file', content],
    ])
    expect([refused.statusCode, refused.json().error]).toMatchObject([
      507,
      { message: 'The disk of the monitoring server is full.', details: { code: 'files.SERVER_DISK_FULL' } },
    ])
    expect(stored()).toEqual([])
    const passed = inject([
      ['path', '/srv/a'],
      ['size', String(content.length)],
      ['file', content],
    ])
    expect((await agent.takes()).sha256).toBe(sha256(content))
    expect((await passed).statusCode).toBe(200)
  })

  it('downloads are stored again once there is space', async () => {
    const file = await begin()
    file.chunk(0, 'content')
    file.end({ sha256: sha256('content') })
    await expect.poll(async () => (await transferOf(file.id))?.status, { interval: 5 }).toBe('ready')
    expect((await world.ask('GET', `download/${file.id}`)).body).toBe('content')
  })
})
