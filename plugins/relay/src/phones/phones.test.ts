import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openWorld, type Person, type Phone, type World } from '../../test/world.ts'

let world: World
let mia: Person
let phone: Phone
beforeEach(async () => {
  world = await openWorld()
  mia = await world.addUser('mia')
  phone = await world.pair(mia)
})
afterEach(() => world.close())

const setupOf = async (one: Phone) => (await world.get('/api/mobile/push/settings', one.headers)).json().data
const statusOf = async (response: Promise<{ statusCode: number }>) => (await response).statusCode

describe('settings', () => {
  it('begin with what the role may be told', async () => {
    expect(await setupOf(phone)).toEqual({
      revision: 0,
      preferences: {
        enabled: true,
        alerts: true,
        security: false,
        task_failure: false,
        task_success: false,
        upgrades: false,
      },
      security_allowed: false,
      tasks_allowed: false,
      task_failure_available: false,
      registered: false,
      delivery_available: true,
      test_available: false,
    })
    const admins = await world.pair(world.admin)
    expect(await setupOf(admins)).toMatchObject({
      preferences: { security: true, task_failure: true, task_success: false, upgrades: false },
      security_allowed: true,
      tasks_allowed: true,
      task_failure_available: true,
    })
  })

  it('are changed by who knows the revision, and repeated without effect', async () => {
    const first = await world.preferences(phone, 0, { alerts: false })
    expect(first.json().data).toMatchObject({ revision: 1, preferences: { alerts: false } })
    expect((await world.preferences(phone, 0, { alerts: false })).json().data.revision).toBe(1)
    const stale = await world.preferences(phone, 0)
    expect([stale.statusCode, stale.json().error.code]).toEqual([409, 'CONFLICT'])
    expect((await world.preferences(phone, 1)).json().data).toMatchObject({
      revision: 2,
      preferences: { alerts: true },
    })
  })

  it('are refused for members, but for alerts', async () => {
    for (const category of ['security', 'task_failure', 'task_success', 'upgrades']) {
      expect((await world.preferences(phone, 0, { [category]: true })).statusCode).toBe(403)
      const admins = await world.pair(world.admin)
      expect((await world.preferences(admins, 0, { [category]: true })).json().data.preferences[category]).toBe(true)
    }
  })

  it('keep upgrades as they are for apps that do not know them', async () => {
    const admins = await world.pair(world.admin)
    await world.preferences(admins, 0, { upgrades: true })
    expect((await world.preferences(admins, 1, { alerts: false })).json().data.preferences).toMatchObject({
      alerts: false,
      upgrades: true,
    })
  })

  it('remove token and key when they disable the phone, which cannot register then', async () => {
    await world.register(phone)
    expect((await world.preferences(phone, 1, { enabled: false })).json().data).toMatchObject({
      revision: 2,
      registered: false,
    })
    const [row] = world.kernel.database.prepare('SELECT * FROM relay_phones').all() as Record<string, unknown>[]
    expect([row?.token_sealed, row?.key_sealed, row?.key_id]).toEqual([null, null, null])
    expect((await world.register(phone, { expected_revision: 2 })).statusCode).toBe(403)
    await world.preferences(phone, 2)
    expect((await world.register(phone, { expected_revision: 3 })).json().data).toMatchObject({
      revision: 4,
      registered: true,
    })
  })

  it('are for phones with their session only', async () => {
    const { headers } = mia
    for (const [method, path] of [
      ['GET', 'settings'],
      ['PUT', 'settings'],
      ['POST', 'encrypted-register'],
      ['POST', 'register'],
      ['POST', 'unregister'],
      ['POST', 'test'],
      ['GET', `test/${randomUUID()}`],
    ] as const) {
      const bodies: Record<string, object> = {
        settings: {
          expected_revision: 0,
          preferences: { enabled: true, alerts: true, security: false, task_failure: false, task_success: false },
        },
        'encrypted-register': world.registration(phone),
        register: { device_token: 'ab' },
        test: { event_id: randomUUID(), expected_revision: 0 },
      }
      const call = (who: object) => world.request(method, `/api/mobile/push/${path}`, who, bodies[path])
      expect(await statusOf(call({}))).toBe(401)
      expect(await statusOf(call(headers))).toBe(401)
      const token = /session_token=(.*)/.exec(headers.cookie)?.[1]
      expect([path, await statusOf(call({ authorization: `Bearer ${token}` }))]).toEqual([path, 400])
    }
  })
})

describe('a registration', () => {
  it('is stored with everything sealed, and audited', async () => {
    const response = await world.register(phone)
    expect(response.json().data).toMatchObject({ revision: 1, registered: true, test_available: true })
    const dump = JSON.stringify(world.kernel.database.prepare('SELECT * FROM relay_phones').all())
    expect(dump).not.toContain(phone.token)
    expect(dump).not.toContain(phone.key.toString('base64'))
    const entries = world.kernel.database
      .prepare("SELECT action, detail FROM system_audit_logs WHERE action LIKE 'push%'")
      .all() as { action: string; detail: string }[]
    expect(entries.map(({ action }) => action)).toEqual(['push_registered'])
    expect(entries[0]?.detail).not.toContain(phone.token)
  })

  it('is repeated without effect, and changed by who knows the revision', async () => {
    await world.register(phone)
    expect((await world.register(phone)).json().data.revision).toBe(1)
    expect((await world.register(phone, { device_token: 'abcd' })).statusCode).toBe(409)
    expect((await world.register(phone, { device_token: 'abcd', expected_revision: 1 })).json().data.revision).toBe(2)
  })

  const wrong: readonly [string, object, string][] = [
    ['a token in upper case', { device_token: 'AB' }, 'device_token'],
    ['an odd token', { device_token: 'abc' }, 'device_token'],
    ['a long token', { device_token: 'ab'.repeat(513) }, 'device_token'],
    ['another environment', { environment: 'staging' }, 'environment'],
    ['a key id that is no UUID', { content_key_id: 'key' }, 'content_key_id'],
    ['a short key', { content_key: Buffer.alloc(31).toString('base64') }, 'content_key'],
    ['a long key', { content_key: Buffer.alloc(33).toString('base64') }, 'content_key'],
    ['http', { deployment_id: 'http://svc.example' }, 'deployment_id'],
    ['http on the phone without a port', { deployment_id: 'http://127.0.0.1' }, 'deployment_id'],
    ['a URL with a user', { deployment_id: 'https://me@svc.example' }, 'deployment_id'],
    ['a long URL', { deployment_id: `https://svc.example/${'x'.repeat(500)}` }, 'deployment_id'],
    ['a negative revision', { expected_revision: -1 }, 'expected_revision'],
  ]
  it('is refused with the field that is wrong', async () => {
    for (const [name, more, field] of wrong) {
      const response = await world.register(phone, more)
      const fields = response.json().error.details.map((one: { field: string }) => one.field)
      expect([name, response.statusCode, fields]).toEqual([name, 422, [field]])
    }
  })

  it('works with an address on the phone itself, for development', async () => {
    expect((await world.register(phone, { deployment_id: 'http://127.0.0.1:9527' })).statusCode).toBe(200)
  })

  it('belongs to its account while that is signed in on the phone', async () => {
    const kai = await world.addUser('kai')
    await world.register(phone)
    const theirs = await world.pair(kai, phone.installation)
    expect((await world.register(theirs)).statusCode).toBe(403)
    expect((await world.preferences(theirs, 0)).statusCode).toBe(403)
    expect((await world.post('/api/mobile/push/register', theirs.headers, { device_token: 'ab' })).statusCode).toBe(403)
    expect(await setupOf(theirs)).toMatchObject({ revision: 1, registered: false })
    await world.post('/api/mobile/push/unregister', theirs.headers)
    expect(await setupOf(phone)).toMatchObject({ revision: 1, registered: true })
    await world.post('/api/mobile/auth/logout', phone.headers)
    expect((await world.register(theirs)).json().data).toMatchObject({ registered: true })
  })

  it('moves to the session in which the same account signed in again', async () => {
    await world.register(phone)
    const again = await world.pair(mia, phone.installation)
    expect((await world.register(again, { expected_revision: 1 })).json().data.revision).toBe(2)
    await world.post('/api/mobile/auth/logout', phone.headers)
    expect(await setupOf(again)).toMatchObject({ revision: 2, registered: true })
  })

  it('needs a relay', async () => {
    const alone = await openWorld({ config: { push_relay: { url: '' } } })
    try {
      const other = await alone.pair(alone.admin)
      const response = await alone.register(other)
      expect([response.statusCode, response.json().error.details.code]).toEqual([400, 'relay.NO_RELAY'])
      expect((await alone.get('/api/mobile/push/settings', other.headers)).json().data.delivery_available).toBe(false)
    } finally {
      await alone.close()
    }
  })

  it('can be removed, also when there is none', async () => {
    const unregister = () => world.post('/api/mobile/push/unregister', phone.headers)
    expect((await unregister()).json()).toEqual({ data: 'ok' })
    await world.preferences(phone, 0, { alerts: false })
    await world.register(phone, { expected_revision: 1 })
    expect((await unregister()).json()).toEqual({ data: 'ok' })
    expect(await setupOf(phone)).toMatchObject({ revision: 3, registered: false, preferences: { alerts: false } })
  })
})

describe('the older direct route', () => {
  const direct = (one: Phone, device_token = 'ab') =>
    world.post('/api/mobile/push/register', one.headers, { device_token })
  const stored = () => world.kernel.database.prepare('SELECT * FROM relay_direct_phones').all() as object[]

  it('takes a token, and gives way to encryption', async () => {
    expect((await direct(phone)).json()).toEqual({ data: 'ok' })
    expect((await direct(phone, '')).statusCode).toBe(422)
    expect(stored()).toMatchObject([{ user_id: mia.id, session_id: phone.session }])
    expect(JSON.stringify(stored())).not.toContain('"ab"')
    expect(await setupOf(phone)).toMatchObject({ registered: false, revision: 0 })
    await world.register(phone)
    expect(stored()).toEqual([])
  })

  it('replaces encryption when an older app is back', async () => {
    await world.register(phone)
    await direct(phone)
    expect(await setupOf(phone)).toMatchObject({ registered: false, revision: 2 })
    await world.post('/api/mobile/push/unregister', phone.headers)
    expect(stored()).toEqual([])
  })
})

describe('the end of a session', () => {
  const rows = () =>
    (world.kernel.database.prepare('SELECT session_id FROM relay_phones').pluck().all() as string[]).length
  beforeEach(() => world.register(phone))

  it('removes its registration: signing out', async () => {
    const other = await world.phone(mia)
    await world.post('/api/mobile/auth/logout', phone.headers)
    expect(rows()).toBe(1)
    expect(await setupOf(other)).toMatchObject({ registered: true })
  })

  it('removes its registration: signed out on the page', async () => {
    await world.request('DELETE', `/api/mobile/auth/devices/${phone.session}`, mia.headers)
    expect(rows()).toBe(0)
  })

  it('removes its registration: recovery', async () => {
    const response = await world.post(
      '/api/mobile/auth/recover',
      {},
      {
        username: 'mia',
        password: mia.password,
        expected_user_id: mia.id,
        installation_id: phone.installation,
        expected_session_id: phone.session,
        access_token: '',
        refresh_token: '',
        revocation_token: '',
      },
    )
    expect(response.json().data.outcome).toBe('ok')
    expect(rows()).toBe(0)
  })

  it('removes its registration: another password, a deleted account', async () => {
    await world.phone(world.admin)
    const kai = await world.addUser('kai')
    await world.phone(kai)
    const body = { old_password: mia.password, new_password: randomUUID() }
    expect((await world.put('/api/auth/password', mia.headers, body)).statusCode).toBe(200)
    expect(rows()).toBe(2)
    expect((await world.request('DELETE', `/api/users/${kai.id}`, world.admin.headers)).statusCode).toBe(200)
    expect(rows()).toBe(1)
  })

  it('is no end when its tokens are replaced', async () => {
    const body = { refresh_token: phone.refreshToken, installation_id: phone.installation }
    const tokens = (await world.post('/api/mobile/auth/refresh', {}, body)).json().data
    const headers = { authorization: `Bearer ${tokens.access_token}` }
    expect((await world.get('/api/mobile/push/settings', headers)).json().data).toMatchObject({ registered: true })
  })
})
