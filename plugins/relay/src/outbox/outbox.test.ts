import { randomUUID } from 'node:crypto'
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { minute, openWorld, type Person, type Phone, type World } from '../../test/world.ts'
import type { Answer } from '../../worker/test/provider-server.ts'
import { retryDelay } from './dispatcher.ts'

let world: World
let mia: Person
let phone: Phone
const dataDir = mkdtempSync(join(tmpdir(), 'svc-relay-'))
beforeEach(async () => {
  world = await openWorld({ dataDir: mkdtempSync(join(dataDir, 'd')) })
  mia = await world.addUser('mia')
  phone = await world.phone(mia)
})
afterEach(async () => {
  await world.close()
  rmSync(world.kernel.dataDir, { recursive: true, force: true })
})

const receipt = async (id: string, one = phone) =>
  (await world.get(`/api/mobile/push/test/${id}`, one.headers)).json().data
const answers = (answer: Answer) => {
  world.provider.state.answer = () => answer
}

describe('a test notification', () => {
  it('arrives, and says so', async () => {
    const id = await world.test(phone)
    expect(await receipt(id)).toEqual({
      event_id: id,
      outcome: 'pending',
      reason: 'Queued',
      presentation: 'unobserved',
    })
    await world.settle()
    expect(await receipt(id)).toMatchObject({ outcome: 'accepted', reason: 'Accepted' })
    expect(await world.received(phone)).toEqual([
      {
        kind: 'test',
        deployment_id: 'https://svc.example',
        user_id: mia.id,
        installation_id: phone.installation,
        event_id: id,
        created_at: world.kernel.clock.now() / 1000,
        expires_at: world.kernel.clock.now() / 1000 + 1800,
      },
    ])
    expect(world.outbox()).toMatchObject([{ ciphertext: null, outcome: 'accepted', finished_at: expect.any(Number) }])
  })

  it('may be named in upper case, as some platforms write it', async () => {
    const upper = await world.pair(mia)
    await world.register(upper, { content_key_id: upper.keyId.toUpperCase() })
    const event_id = randomUUID()
    const asked = { event_id: event_id.toUpperCase(), expected_revision: 1 }
    expect((await world.post('/api/mobile/push/test', upper.headers, asked)).json().data.event_id).toBe(event_id)
    await world.settle()
    expect(await receipt(asked.event_id, upper)).toMatchObject({ event_id, outcome: 'accepted' })
    const named = { ...upper, keyId: upper.keyId.toUpperCase() }
    expect(await world.received(named)).toMatchObject([{ event_id }])
  })

  it('is sent once, however often it is asked for', async () => {
    const event_id = randomUUID()
    const ask = () => world.post('/api/mobile/push/test', phone.headers, { event_id, expected_revision: 1 })
    await ask()
    await ask()
    await world.settle()
    expect((await ask()).json().data.outcome).toBe('accepted')
    await world.settle()
    expect(world.provider.sent).toHaveLength(1)
  })

  it('needs the revision and a registration, and is the business of its phone', async () => {
    const ask = (one: Phone, expected_revision: number) =>
      world.post('/api/mobile/push/test', one.headers, { event_id: randomUUID(), expected_revision })
    expect((await ask(phone, 0)).statusCode).toBe(409)
    const other = await world.pair(mia)
    expect((await ask(other, 0)).statusCode).toBe(409)
    const id = await world.test(phone)
    expect((await world.get(`/api/mobile/push/test/${id}`, other.headers)).statusCode).toBe(404)
    for (let i = 1; i < 20; i++) await world.test(phone)
    expect((await ask(phone, 1)).statusCode).toBe(429)
  })
})

describe('an attempt', () => {
  const ends: readonly [Answer, string, string][] = [
    [{ status: 200 }, 'accepted', 'Accepted'],
    [{ status: 400, reason: 'BadDeviceToken' }, 'permanent', 'DeviceOrEnvironmentMismatch'],
    [{ status: 400, reason: 'BadTopic' }, 'permanent', 'ProviderConfigurationOrPayload'],
    [{ status: 403, reason: 'InvalidProviderToken' }, 'permanent', 'ProviderConfigurationOrPayload'],
    [{ status: 410, reason: 'Unregistered' }, 'permanent', 'Unregistered'],
    [{ status: 429, reason: 'TooManyRequests' }, 'retryable', 'ProviderUnavailable'],
    [{ status: 503, reason: 'Shutdown' }, 'retryable', 'ProviderUnavailable'],
    ['reset', 'retryable', 'NetworkUnavailable'],
  ]
  it('ends as the push service says', async () => {
    for (const [answer, outcome, reason] of ends) {
      answers(answer)
      const one = await world.phone(mia)
      const id = await world.test(one)
      await world.settle()
      expect([answer, await receipt(id, one)]).toEqual([answer, expect.objectContaining({ outcome, reason })])
      const isKept = outcome === 'retryable'
      expect(world.outbox().find(({ event_id }) => event_id === id)).toMatchObject({
        outcome: isKept ? 'pending' : outcome,
        ciphertext: isKept ? expect.any(Buffer) : null,
        attempts: 1,
      })
      const setup = (await world.get('/api/mobile/push/settings', one.headers)).json().data
      const isGone = reason === 'Unregistered'
      expect(setup).toMatchObject({ registered: !isGone, revision: isGone ? 2 : 1 })
    }
  })

  it('is repeated with the same ciphertext until it is accepted', async () => {
    answers({ status: 503, reason: 'Shutdown' })
    const id = await world.test(phone)
    await world.settle()
    await world.kernel.clock.advance(5 * minute)
    await world.settle()
    answers({ status: 200 })
    await world.kernel.clock.advance(6 * minute)
    await world.settle()
    expect(await receipt(id)).toMatchObject({ outcome: 'accepted' })
    expect(world.provider.sent.length).toBeGreaterThan(5)
    expect(new Set(world.provider.sent.map(({ body }) => body)).size).toBe(1)
    expect(new Set(world.provider.sent.map(({ headers }) => headers['apns-id']))).toEqual(new Set([id]))
  })

  it('waits as long as the push service asks', async () => {
    answers({ status: 429, reason: 'TooManyRequests', headers: { 'retry-after': '600' } })
    const id = await world.test(phone)
    await world.settle()
    await world.kernel.clock.advance(9 * minute)
    await world.settle()
    expect(world.provider.sent).toHaveLength(1)
    answers({ status: 200 })
    await world.kernel.clock.advance(2 * minute)
    await world.settle()
    expect(await receipt(id)).toMatchObject({ outcome: 'accepted' })
  })

  it('waits for the one before it: an end never overtakes its beginning', async () => {
    answers({ status: 429, reason: 'TooManyRequests', headers: { 'retry-after': '600' } })
    const first = await world.test(phone)
    await world.settle()
    const other = await world.phone(mia)
    answers({ status: 200 })
    const second = await world.test(phone)
    const theirs = await world.test(other)
    await world.settle()
    const ids = () => world.provider.sent.map(({ headers }) => headers['apns-id'])
    expect(ids()).toEqual([first, theirs])
    await world.kernel.clock.advance(10 * minute)
    await world.settle()
    expect(ids()).toEqual([first, theirs, first, second])
  })

  it('stops half an hour after the creation, also across restarts', async () => {
    answers({ status: 503, reason: 'ServiceUnavailable' })
    const id = await world.test(phone)
    for (let i = 0; i < 5; i++) {
      await world.settle()
      await world.kernel.clock.advance(5 * minute)
      await world.restart()
    }
    expect(world.outbox()).toMatchObject([{ event_id: id, outcome: 'pending', reason: 'ProviderUnavailable' }])
    const sent = world.provider.sent.length
    expect(sent).toBeGreaterThan(5)
    await world.kernel.clock.advance(5 * minute)
    await world.settle()
    expect(world.outbox()).toMatchObject([{ ciphertext: null, outcome: 'expired', reason: 'Expired' }])
    answers({ status: 200 })
    await world.kernel.clock.advance(10 * minute)
    await world.settle()
    expect(world.provider.sent.length - sent).toBeLessThanOrEqual(2)
    expect(world.outbox()).toHaveLength(1)
  })

  it('waits longer each time, with jitter, and never shorter than asked', () => {
    const delays = Array.from({ length: 10 }, (_, attempts) => retryDelay(attempts) / 1000)
    const expected = [2, 4, 8, 16, 32, 64, 128, 256, 256, 256]
    for (const [i, delay] of delays.entries()) {
      expect(delay).toBeGreaterThanOrEqual((expected[i] ?? 0) * 0.8)
      expect(delay).toBeLessThanOrEqual((expected[i] ?? 0) * 1.2)
    }
    expect(new Set(Array.from({ length: 50 }, () => retryDelay(5))).size).toBeGreaterThan(1)
    expect(retryDelay(0, 90)).toBe(90_000)
  })
})

it('a database that fails is tried again after a while, and harms nothing else', async () => {
  const { database, clock, logs } = world.kernel
  await world.test(phone)
  await world.settle()
  database.exec('ALTER TABLE relay_outbox RENAME TO relay_moved')
  const failures = () =>
    logs.filter((record) => /sending push notifications failed/.test(JSON.stringify(record))).length
  await world.kernel.runJob('PushSender')
  await clock.advance(4000)
  const first = failures()
  expect(first).toBeGreaterThan(0)
  await clock.advance(20_000)
  expect(failures() - first).toBeLessThanOrEqual(10)
  database.exec('ALTER TABLE relay_moved RENAME TO relay_outbox')
  await clock.advance(10_000)
  const id = await world.test(phone)
  await world.settle()
  expect(await receipt(id)).toMatchObject({ outcome: 'accepted' })
})

describe('before each attempt', () => {
  const changes: readonly [string, (one: Phone, owner: Person) => Promise<unknown>][] = [
    ['signing out', (one) => world.post('/api/mobile/auth/logout', one.headers)],
    [
      'another password',
      (_, { headers, password }) =>
        world.put('/api/auth/password', headers, { old_password: password, new_password: randomUUID() }),
    ],
    ['another role', (_, { id }) => world.put(`/api/users/${id}`, world.admin.headers, { role: 'admin' })],
    ['a new registration', (one) => world.register(one, { device_token: 'abcd', expected_revision: 1 })],
    ['an unwanted category', (one) => world.preferences(one, 1, { alerts: false })],
    ['disabled notifications', (one) => world.preferences(one, 1, { enabled: false })],
    ['no registration', (one) => world.post('/api/mobile/push/unregister', one.headers)],
    ['a deleted account', (_, { id }) => world.request('DELETE', `/api/users/${id}`, world.admin.headers)],
  ]
  it('it is checked whether it may still be sent', async () => {
    for (const [name, change] of changes) {
      answers({ status: 503, reason: 'Shutdown' })
      const owner = await world.addUser(name.replaceAll(' ', '-'))
      const one = await world.phone(owner)
      const id = await world.test(one)
      await world.settle()
      answers({ status: 200 })
      const sent = world.provider.sent.length
      await change(one, owner)
      await world.kernel.clock.advance(10_000)
      await world.settle()
      const row = world.outbox().find(({ event_id }) => event_id === id)
      expect([name, row?.outcome, row?.reason, row?.ciphertext]).toEqual([name, 'permanent', 'Ineligible', null])
      expect(world.provider.sent).toHaveLength(sent)
    }
  })

  it('a session must not have expired', async () => {
    answers({ status: 503, reason: 'Shutdown' })
    await world.test(phone)
    await world.settle()
    world.kernel.database.prepare('UPDATE mobile_sessions SET refresh_expires_at = 1').run()
    answers({ status: 200 })
    await world.kernel.clock.advance(minute)
    await world.settle()
    expect(world.outbox()).toMatchObject([{ reason: 'Ineligible' }])
  })
})

describe('a confirmed 410', () => {
  it('removes nothing that was registered meanwhile', async () => {
    const arrived = Promise.withResolvers<void>()
    const registered = Promise.withResolvers<void>()
    world.provider.state.answer = async () => {
      arrived.resolve()
      await registered.promise
      return { status: 410, reason: 'Unregistered' }
    }
    const id = await world.test(phone)
    const settling = world.settle()
    await arrived.promise
    await world.register(phone, { device_token: 'abcd', expected_revision: 1 })
    registered.resolve()
    await settling
    expect(await receipt(id)).toMatchObject({ outcome: 'permanent', reason: 'Unregistered' })
    const setup = (await world.get('/api/mobile/push/settings', phone.headers)).json().data
    expect(setup).toMatchObject({ registered: true, revision: 2 })
  })
})

describe('the relay', () => {
  it('may be away', async () => {
    const away = await openWorld({ config: { push_relay: { url: 'http://127.0.0.1:1' } } })
    try {
      const one = await away.phone(away.admin)
      const id = await away.test(one)
      await away.settle()
      const { data } = (await away.get(`/api/mobile/push/test/${id}`, one.headers)).json()
      expect(data).toMatchObject({ outcome: 'retryable', reason: 'RelayUnavailable' })
    } finally {
      await away.close()
    }
  })
})

describe('a nonce', () => {
  const nonces = () =>
    world.provider.sent
      .map(({ body }) => JSON.parse(body).svc_envelope)
      .map(({ key_id, nonce }) => `${key_id} ${nonce}`)

  it('is never used again: after restarts, and after a backup was restored', async () => {
    const send = async () => {
      for (let i = 0; i < 3; i++) await world.test(phone)
      await world.settle()
    }
    const database = join(world.kernel.dataDir, 'svc.db')
    const backup = join(world.kernel.dataDir, 'backup.db')
    await send()
    await world.restart(() => copyFileSync(database, backup))
    await send()
    await world.restart()
    await send()
    await world.restart(() => {
      for (const suffix of ['-wal', '-shm']) rmSync(database + suffix, { force: true })
      copyFileSync(backup, database)
    })
    await send()
    expect(nonces()).toHaveLength(12)
    expect(new Set(nonces()).size).toBe(12)
    expect(new Set(nonces().map((one) => one.split(' ')[0])).size).toBe(1)
  })
})

describe('stored data', () => {
  it('contains nothing of what a notification says, nor tokens and keys', async () => {
    answers({ status: 503, reason: 'Shutdown' })
    await world.test(phone)
    await world.settle()
    const tables = ['relay_outbox', 'relay_events', 'relay_phones']
    const dump = tables
      .flatMap((table) => world.kernel.database.prepare(`SELECT * FROM ${table}`).all() as Record<string, unknown>[])
      .flatMap((row) => Object.values(row).map(String))
      .join('\n')
    for (const secret of [phone.token, phone.key.toString('base64'), '"kind"', 'svc.example/']) {
      expect(dump).not.toContain(secret)
    }
    const logged = JSON.stringify(world.kernel.logs)
    expect(logged).not.toContain(phone.token)
    expect(logged).not.toContain(phone.key.toString('base64'))
  })
})
