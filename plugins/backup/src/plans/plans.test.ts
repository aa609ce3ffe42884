import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sentenceOf } from '@svc/kernel/testing'
import { groupDeleted, type Notice, notifications } from '@svc/plugin-alerts/contract'
import { definePlugin } from '@svc/plugin-sdk'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type S3, startS3 } from '../../test/s3-server.ts'
import { makeWorld, passphrase, type World } from '../../test/world.ts'
import { plansCheck } from './plans-check.ts'

const base = '/api/settings/backup/plans'
const minute = 60_000
const hour = 60 * minute

let world: World
let sent: Notice[]
let s3: S3
beforeAll(async () => {
  s3 = await startS3()
})
afterAll(() => s3.close())
const open = async () => {
  sent = []
  world = await makeWorld({ plugins: [outbox], config: { backup: { allow_private: ['127.0.0.0/8'] } } })
}
const close = () => world.kernel.close()

/** Takes what would be sent to a group. */
const outbox = definePlugin({
  id: 'outbox',
  provides: { notifications },
  setup: () => ({
    provides: {
      notifications: {
        hasGroup: (id: string) => id === 'night-shift',
        reaches: () => true,
        notify: (groupId, notice) => void (groupId === 'night-shift' && sent.push(notice)),
        close() {},
      },
    },
  }),
})

const schedule = { frequency: 'hourly', time: '00:30', weekday: 1, day: 1 }
const folder = () => join(world.kernel.dataDir, 'backups')
const input = (change: object = {}) => ({
  name: 'Nightly',
  schedule,
  destination: { kind: 'directory', path: folder() },
  passphrase,
  password: world.password,
  ...change,
})

async function create(change: object = {}) {
  const answer = await world.inject('POST', base, input(change))
  expect([answer.statusCode, answer.json().error]).toEqual([200, undefined])
  return answer.json().data
}
const plan = async (id: string) => (await world.inject('GET', `${base}/${id}`)).json().data
const runs = async (id: string) => (await world.inject('GET', `${base}/${id}/runs`)).json().data
const backups = async (id: string) => (await world.inject('GET', `${base}/${id}/backups`)).json().data
const stored = () => readdirSync(folder()).sort()

/** Lets time pass, and makes the backups that are due then. */
async function pass(ms: number) {
  await world.kernel.clock.advance(ms)
  await world.kernel.runJob('BackupScheduler')
}
const messages = () => sent.map(({ event, message }) => `${event}: ${sentenceOf(message)}`)

describe('a scheduled backup', () => {
  beforeEach(open)
  afterEach(close)

  it('has defaults, and stores its secrets encrypted', async () => {
    const made = await create()
    expect(made).toMatchObject({
      name: 'Nightly',
      enabled: true,
      keep_last: 7,
      keep_days: null,
      notification_group_id: null,
      next_run_at: '2023-11-14T22:30:00Z',
      is_running: false,
      last_run: null,
      last_success_at: null,
    })
    expect((await world.inject('GET', base)).json().data).toEqual([made])
    world.kernel.database.pragma('wal_checkpoint(TRUNCATE)')
    const bytes = readFileSync(join(world.kernel.dataDir, 'svc.db')).toString('latin1')
    expect([bytes.includes('Nightly'), bytes.includes(passphrase)]).toEqual([true, false])
    expect(JSON.stringify(world.kernel.logs)).not.toContain(passphrase)
    expect(await world.audited('backup.plan_create')).toHaveLength(1)
  })

  it('is made when it is due, and only so many are kept', async () => {
    const { id } = await create({ keep_last: 1 })
    await pass(0)
    expect(await runs(id)).toEqual([])
    await pass(hour)
    await pass(hour)
    const [second, first] = await runs(id)
    expect([second, first]).toMatchObject([
      { trigger: 'schedule', state: 'succeeded', removed: 1, error: null },
      { state: 'succeeded', removed: 0 },
    ])
    expect(stored()).toEqual([second.name])
    expect(await plan(id)).toMatchObject({ next_run_at: '2023-11-15T00:30:00Z', last_run: { id: second.id } })
    const { name, size } = second
    expect(await backups(id)).toEqual([{ name, size, created_at: second.started_at, is_own: true }])
    expect(world.files()).toEqual(['svc.db'])
    const page = await world.inject('GET', `${base}/${id}/runs?limit=1`)
    expect([page.json().data, page.headers.link]).toEqual([[second], expect.stringContaining('rel="next"')])
  })

  it('is made on request, can be downloaded, restored and deleted', async () => {
    const { id } = await create()
    await world.rename('before')
    expect((await world.inject('POST', `${base}/${id}/run`)).statusCode).toBe(200)
    const again = await world.inject('POST', `${base}/${id}/run`)
    expect([again.statusCode, again.json().error.details]).toEqual([409, { code: 'backup.BUSY' }])
    expect((await world.state()).operation).toMatchObject({ kind: 'backup', plan_id: id })
    expect((await world.inject('DELETE', `${base}/${id}`)).statusCode).toBe(409)
    await expect.poll(async () => (await plan(id)).last_run?.state, { timeout: 20_000 }).toBe('succeeded')
    const [{ name, size }] = await backups(id)
    const download = await world.inject('GET', `${base}/${id}/backups/${name}`)
    expect([download.statusCode, download.rawPayload.equals(readFileSync(join(folder(), name)))]).toEqual([200, true])
    expect(download.headers).toMatchObject({
      'content-disposition': `attachment; filename="${name}"`,
      'content-length': String(size),
    })
    await world.rename('after')
    const restore = (body: object) => world.inject('POST', `${base}/${id}/backups/${name}/restore`, body)
    expect((await restore({ passphrase: 'another passphrase' })).json().error.code).toBe('WRONG_PASSPHRASE')
    expect((await restore({})).statusCode).toBe(200)
    await world.kernel.settled()
    expect(await world.siteName()).toBe('before')
    // The run that made the backup was still going on in it.
    expect([await runs(id), await plan(id)]).toMatchObject([
      [],
      { is_running: false, last_run: null, next_run_at: '2023-11-14T22:30:00Z' },
    ])
    expect(await world.audited('settings.restore')).toMatchObject([
      { user_id: world.userId, detail: expect.stringContaining(name) },
    ])
    expect((await world.inject('DELETE', `${base}/${id}/backups/${name}`)).statusCode).toBe(200)
    expect((await world.inject('GET', `${base}/${id}/backups/${name}`)).statusCode).toBe(404)
    expect((await world.inject('DELETE', `${base}/${id}`)).statusCode).toBe(200)
    expect((await world.inject('GET', `${base}/${id}`)).statusCode).toBe(404)
  })

  it('that fails says why, notifies once, is tried again, and notifies when it works', async () => {
    const { id } = await create({ notification_group_id: 'night-shift' })
    rmSync(folder(), { recursive: true })
    writeFileSync(folder(), 'in the way')
    await pass(18 * minute)
    expect(await runs(id)).toMatchObject([
      {
        state: 'failed',
        name: null,
        size: null,
        error: expect.stringMatching(/^The folder .+ cannot be used \(E\w+\)$/),
      },
    ])
    expect(messages()).toEqual([
      expect.stringMatching(/^triggered: Backup “Nightly” failed: The folder .+ cannot be used/),
    ])
    await pass(5 * minute)
    expect(await runs(id)).toHaveLength(1)
    await pass(5 * minute)
    expect(await runs(id)).toHaveLength(2)
    rmSync(folder())
    await pass(21 * minute)
    expect(await runs(id)).toMatchObject([{ state: 'succeeded' }, {}, {}])
    expect(messages().slice(1)).toEqual(['recovered: Backup “Nightly” works again'])
    expect((await plan(id)).next_run_at).toBe('2023-11-14T23:30:00Z')
  })

  it('was interrupted when the program ended meanwhile, and is made again soon', async () => {
    const { id } = await create({ notification_group_id: 'night-shift' })
    const { database } = world.kernel
    database
      .prepare(
        "UPDATE backup_plans SET running_since = 1700000000, pending = 'svc-backup-20231114_221320.tar.zst.age.part'",
      )
      .run()
    writeFileSync(join(folder(), 'svc-backup-20231114_221320.tar.zst.age.part'), 'half')
    writeFileSync(join(world.kernel.dataDir, 'svc.db.part-1'), 'half')
    // Restarts the kernel.
    await world.inject('PUT', '/api/plugins/outbox', { enabled: false })
    await world.kernel.settled()
    expect(await runs(id)).toMatchObject([{ state: 'failed', error: 'the server stopped during the backup' }])
    await pass(10 * minute)
    expect(await runs(id)).toMatchObject([{ state: 'succeeded' }, {}])
    expect([stored().length, world.files()]).toEqual([1, ['svc.db']])
  })

  it('that is disabled is not made, and neither is one whose secrets cannot be decrypted', async () => {
    const { id } = await create()
    const disabled = (await world.inject('PUT', `${base}/${id}`, { enabled: false })).json().data
    expect(disabled).toMatchObject({ enabled: false, next_run_at: null })
    await pass(2 * hour)
    expect(await runs(id)).toEqual([])
    const enabled = (await world.inject('PUT', `${base}/${id}`, { enabled: true })).json().data
    expect(enabled.next_run_at).toBe('2023-11-15T00:30:00Z')
    world.kernel.database.prepare("UPDATE backup_plans SET sealed = 'v1.lost'").run()
    await pass(18 * minute)
    expect(await runs(id)).toMatchObject([{ state: 'failed', error: expect.stringContaining('cannot be decrypted') }])
    expect((await world.inject('GET', `${base}/${id}/backups`)).statusCode).toBe(409)
    const repaired = await world.inject('PUT', `${base}/${id}`, { passphrase, password: world.password })
    expect(repaired.statusCode).toBe(200)
    expect(await backups(id)).toEqual([])
  })

  it('forgets a notification group that is deleted', async () => {
    const { id } = await create({ notification_group_id: 'night-shift' })
    world.kernel.emit(groupDeleted, { groupId: 'night-shift' })
    expect((await plan(id)).notification_group_id).toBeNull()
  })

  it('is reported by svc-server doctor', async () => {
    const check = async () => {
      const read = <R>(sql: string) => world.kernel.database.prepare<[], R>(sql).all()
      return plansCheck(world.kernel.clock, sentenceOf).run({ dataDir: world.kernel.dataDir, read })
    }
    expect(await check()).toMatchObject([{ state: 'warning', text: 'no backup is scheduled' }])
    await create()
    expect(await check()).toEqual([{ state: 'ok', text: 'backup Nightly has not succeeded yet' }])
    const { database } = world.kernel
    database.exec('UPDATE backup_plans SET next_run_at = 1600000000, last_success_at = 1600000000')
    expect(await check()).toMatchObject([
      {
        state: 'warning',
        text: expect.stringContaining('has been due since 2020-09-13T12:26:40Z (it succeeded last at'),
      },
    ])
    rmSync(folder(), { recursive: true })
    writeFileSync(folder(), 'in the way')
    await pass(minute)
    expect(await check()).toMatchObject([
      { state: 'problem', text: expect.stringMatching(/^backup Nightly fails .+: The folder .+ cannot be used/) },
    ])
    expect(plansCheck(world.kernel.clock, sentenceOf).run({ dataDir: '/', read: () => undefined })).toHaveLength(1)
  })

  it('stores in a bucket', async () => {
    const { id, destination } = await create({ destination: s3.destination, keep_last: 1 })
    const { secret_access_key: secret, ...shown } = s3.destination
    expect(destination).toEqual(shown)
    world.kernel.database.pragma('wal_checkpoint(TRUNCATE)')
    expect(readFileSync(join(world.kernel.dataDir, 'svc.db')).toString('latin1')).not.toContain(secret)
    await pass(18 * minute)
    expect(await runs(id)).toMatchObject([{ state: 'succeeded', error: null }])
    const [{ name }] = await backups(id)
    expect([...s3.objects.keys()]).toEqual([`svc/one/${name}`])
    // A store that keeps everything fails no backup.
    s3.failOn(/^DELETE/, 403, 'AccessDenied')
    await pass(hour)
    expect((await runs(id))[0]).toMatchObject({
      state: 'succeeded',
      error: expect.stringMatching(/^The backup is stored, but older ones could not be deleted: .+ AccessDenied$/),
    })
    s3.failOn(/^GET/, 403, 'AccessDenied')
    const list = await world.inject('GET', `${base}/${id}/backups`)
    expect([list.statusCode, list.json().error]).toMatchObject([
      502,
      { code: 'BAD_GATEWAY', details: { code: 'backup.STORE_REFUSED' } },
    ])
  })
})

describe('the input of a scheduled backup', () => {
  beforeAll(open)
  afterAll(close)

  const bucket = {
    kind: 's3',
    endpoint: 'https://s3.example.com',
    region: 'eu-1',
    bucket: 'backups',
    prefix: '',
    access_key_id: 'id',
    secret_access_key: 'secret',
  }

  it.each<[string, object, number, string]>([
    ['no password', { password: undefined }, 422, 'password is required'],
    ['a wrong password', { password: 'wrong-password' }, 400, 'password is not the current password'],
    ['a short passphrase', { passphrase: 'short' }, 422, 'passphrase must have at least 12 characters'],
    ['no name', { name: ' ' }, 422, 'name must not be empty'],
    [
      'an unknown group',
      { notification_group_id: 'x' },
      422,
      'notification_group_id must be the id of a notification group',
    ],
    [
      'an impossible time',
      { schedule: { ...schedule, time: '24:00' } },
      422,
      'schedule.time must be a time from 00:00 to 23:59',
    ],
    ['an impossible day', { schedule: { ...schedule, day: 31 } }, 422, 'schedule.day must be at most 28'],
    ['nothing to keep', { keep_last: 0 }, 422, 'keep_last'],
    ['no path', { destination: { kind: 'directory' } }, 422, 'destination.path is required'],
    [
      'a relative path',
      { destination: { kind: 'directory', path: 'backups' } },
      422,
      'destination.path must be in one of these folders',
    ],
    [
      'a path elsewhere',
      { destination: { kind: 'directory', path: '/etc/cron.d' } },
      422,
      'destination.path must be in one of these folders',
    ],
    [
      'a path that leads out',
      { destination: { kind: 'directory', path: '/etc/../etc' } },
      422,
      'destination.path must be',
    ],
    ['no endpoint', { destination: { ...bucket, endpoint: undefined } }, 422, 'destination.endpoint is required'],
    [
      'an endpoint that is no URL',
      { destination: { ...bucket, endpoint: 'ftp://x' } },
      422,
      'destination.endpoint must be an http or https URL',
    ],
    [
      'an endpoint with a path',
      { destination: { ...bucket, endpoint: 'https://x.example/backups' } },
      422,
      'destination.endpoint must be',
    ],
    [
      'a bucket that is none',
      { destination: { ...bucket, bucket: 'My Bucket' } },
      422,
      'destination.bucket must have 3 to 63',
    ],
    ['a prefix that leads out', { destination: { ...bucket, prefix: '../x' } }, 422, 'destination.prefix'],
    [
      'no secret key',
      { destination: { ...bucket, secret_access_key: undefined } },
      422,
      'destination.secret_access_key is required',
    ],
    [
      'an endpoint that cannot be reached',
      { destination: { ...bucket, endpoint: 'http://127.0.0.1:9' } },
      502,
      'ECONNREFUSED',
    ],
    ['an unknown kind', { destination: { kind: 'tape' } }, 422, 'destination.kind must be one of directory, s3'],
  ])('%s is refused', async (_, change, status, words) => {
    const answer = await world.inject('POST', base, input(change))
    expect([answer.statusCode, answer.json().error.message]).toEqual([status, expect.stringContaining(words)])
    expect((await world.inject('GET', base)).json().data).toEqual([])
  })

  it('of an update needs the password for a new destination or passphrase only', async () => {
    const { id } = await create({ destination: s3.destination })
    const update = async (body: object) => (await world.inject('PUT', `${base}/${id}`, body)).json()
    const { secret_access_key: _, ...same } = s3.destination
    expect((await update({ name: 'Other', keep_days: 30, destination: same })).data).toMatchObject({
      name: 'Other',
      keep_days: 30,
    })
    expect((await update({ passphrase: 'a new passphrase' })).error.message).toContain('password is required')
    expect((await update({ destination: { ...same, prefix: 'two' } })).error.message).toContain('password is required')
    const { password } = world
    expect((await update({ destination: { ...same, prefix: 'two' }, password })).data.destination.prefix).toBe('two')
    // The key of one store is not used against another.
    const elsewhere = { ...same, endpoint: 'http://127.0.0.1:9' }
    expect((await update({ destination: elsewhere, password })).error.message).toContain(
      'destination.secret_access_key is required',
    )
    await world.inject('DELETE', `${base}/${id}`)
  })

  it('cannot share its destination with another one', async () => {
    await create()
    const answer = await world.inject('POST', base, input({ name: 'Second' }))
    expect([answer.statusCode, answer.json().error.message]).toEqual([
      409,
      'Conflict: Nightly uses this destination already',
    ])
  })
})
