import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { certificate, makeBrowser, startPushService } from '../../test/push-service.ts'
import { minute, openWorld, type Person, type World } from '../../test/world.ts'

const before = getCACertificates('default')
let service: Awaited<ReturnType<typeof startPushService>>
beforeAll(async () => {
  setDefaultCACertificates([...before, certificate])
  service = await startPushService()
})
afterAll(async () => {
  setDefaultCACertificates(before)
  await service.close()
})

let world: World
let mia: Person
let numbers = 0
beforeEach(async () => {
  world = await openWorld({ config: { web_push: { allow_private: ['127.0.0.0/8'] } } })
  mia = await world.addUser('mia')
  service.received.length = 0
  service.state.status = 201
  service.state.headers = {}
})
afterEach(() => world.close())

const nextBrowser = () => {
  numbers += 1
  return makeBrowser(`${service.origin}/push/${numbers}`)
}
const viewOf = async ({ headers }: Pick<Person, 'headers'>) => (await world.get('/api/web-push', headers)).json().data
async function subscribe(person: Pick<Person, 'headers'>, browser = nextBrowser()) {
  const response = await world.post('/api/web-push/browsers', person.headers, browser.subscription)
  if (response.statusCode !== 200) throw new Error(response.body)
  return { ...browser, id: response.json().data.id as string }
}
const test = async (person: Pick<Person, 'headers'>, id: string) => {
  const { event_id } = (await world.post(`/api/web-push/browsers/${id}/test`, person.headers)).json().data
  await world.settle()
  return (await world.get(`/api/web-push/browsers/${id}/tests/${event_id}`, person.headers)).json().data
}
const preferences = {
  alerts: true,
  security: false,
  task_failure: false,
  task_success: false,
  upgrades: false,
  quiet_from: null,
  quiet_to: null,
  time_zone: 'Europe/Berlin',
}

describe('a browser', () => {
  it('is sent a message that it can read, signed with the key that it subscribed with', async () => {
    const { public_key } = await viewOf(mia)
    const browser = await subscribe(mia)
    expect(await test(mia, browser.id)).toMatchObject({ outcome: 'accepted', reason: 'Accepted' })
    const [message] = service.received
    expect(browser.read(message as never)).toEqual({
      title: 'Test notification',
      text: 'Notifications work in Firefox on Linux.',
      path: '/settings/push',
      tag: 'test',
    })
    expect(message?.headers).toMatchObject({ 'content-encoding': 'aes128gcm', ttl: '1800', urgency: 'normal' })
    const [, token = '', key = ''] = /^vapid t=(\S+), k=(\S+)$/.exec(String(message?.headers.authorization)) ?? []
    expect(key).toBe(public_key)
    const point = Buffer.from(public_key, 'base64url')
    const jwk = { kty: 'EC', crv: 'P-256', x: point.toString('base64url', 1, 33), y: point.toString('base64url', 33) }
    const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' }
    const verified = await crypto.subtle.importKey('jwk', jwk, algorithm, false, ['verify'])
    const [header = '', claims = '', signature = ''] = token.split('.')
    const bytes = Buffer.from(signature, 'base64url')
    expect(await crypto.subtle.verify(algorithm, verified, bytes, Buffer.from(`${header}.${claims}`))).toBe(true)
    const payload = JSON.parse(Buffer.from(claims, 'base64url').toString())
    expect(payload).toMatchObject({ aud: service.origin, sub: 'https://svc.example' })
    expect(payload.exp * 1000 - Date.now()).toBeLessThan(24 * 60 * minute)
  })

  it('is listed without what is secret, and stored sealed', async () => {
    const browser = await subscribe(mia)
    const { browsers } = await viewOf(mia)
    expect(browsers).toMatchObject([{ id: browser.id, name: 'Firefox on Linux', created_at: '2026-01-31T12:00:00Z' }])
    const { endpoint, keys } = browser.subscription
    for (const text of [
      JSON.stringify(browsers),
      JSON.stringify(world.kernel.database.prepare('SELECT * FROM relay_browsers').all()),
    ]) {
      for (const secret of [endpoint, keys.auth, keys.p256dh]) expect(text).not.toContain(secret)
    }
    expect((await viewOf(world.admin)).browsers).toEqual([])
    expect((await world.post(`/api/web-push/browsers/${browser.id}/test`, world.admin.headers)).statusCode).toBe(404)
    const remove = (who: Person) => world.request('DELETE', `/api/web-push/browsers/${browser.id}`, who.headers)
    expect((await remove(world.admin)).statusCode).toBe(404)
    expect((await remove(mia)).statusCode).toBe(200)
    expect((await viewOf(mia)).browsers).toEqual([])
  })

  it('belongs to one account, and is subscribed once', async () => {
    const browser = await subscribe(mia)
    expect((await subscribe(mia, browser)).id).toBe(browser.id)
    await subscribe(world.admin, browser)
    expect((await viewOf(mia)).browsers).toEqual([])
    expect((await viewOf(world.admin)).browsers).toHaveLength(1)
  })

  it('is one of the newest twenty', async () => {
    for (let i = 0; i < 21; i++) {
      await subscribe(mia)
      await world.kernel.clock.advance(1000)
    }
    expect((await viewOf(mia)).browsers).toHaveLength(20)
  })

  it('is refused with keys and addresses that are none', async () => {
    const { subscription } = nextBrowser()
    const bad = Buffer.alloc(65, 1)
    bad[0] = 4
    for (const more of [
      { endpoint: 'http://push.example/x' },
      { endpoint: 'https://user:password@push.example/x' },
      { keys: { ...subscription.keys, auth: 'short' } },
      { keys: { ...subscription.keys, p256dh: bad.toString('base64url') } },
      { language: '../en' },
      { name: '' },
      { origin: 'javascript:alert(1)' },
    ]) {
      const response = await world.post('/api/web-push/browsers', mia.headers, { ...subscription, ...more })
      expect([more, response.statusCode]).toEqual([more, 422])
    }
    const token = /session_token=(.*)/.exec(mia.headers.cookie)?.[1]
    const bearer = { authorization: `Bearer ${token}` }
    expect((await world.post('/api/web-push/browsers', bearer, subscription)).statusCode).toBe(400)
  })

  it('is reached at public addresses only', async () => {
    const browser = await subscribe(mia, makeBrowser('https://169.254.169.254/latest/meta-data'))
    expect(await test(mia, browser.id)).toMatchObject({
      outcome: 'permanent',
      reason: 'ProviderConfigurationOrPayload',
    })
  })
})

describe('the push service', () => {
  it.each([
    [201, 'accepted', 'Accepted', 1],
    [400, 'permanent', 'ProviderConfigurationOrPayload', 1],
    [403, 'permanent', 'ProviderConfigurationOrPayload', 1],
    [404, 'permanent', 'Unregistered', 0],
    [410, 'permanent', 'Unregistered', 0],
    [413, 'permanent', 'ProviderConfigurationOrPayload', 1],
    [429, 'retryable', 'RateLimited', 1],
    [500, 'retryable', 'ProviderUnavailable', 1],
    [503, 'retryable', 'ProviderUnavailable', 1],
  ])('answers %i', async (status, outcome, reason, left) => {
    const browser = await subscribe(mia)
    service.state.status = status
    expect(await test(mia, browser.id)).toMatchObject({ outcome, reason })
    expect((await viewOf(mia)).browsers).toHaveLength(left)
  })

  it('is asked again after the time that it names', async () => {
    const browser = await subscribe(mia)
    Object.assign(service.state, { status: 429, headers: { 'retry-after': '300' } })
    await test(mia, browser.id)
    service.state.status = 201
    await world.kernel.clock.advance(4 * minute)
    await world.settle()
    expect(service.received).toHaveLength(1)
    await world.kernel.clock.advance(minute)
    await world.settle()
    expect(service.received).toHaveLength(2)
    expect(service.received[1]?.headers.ttl).toBe('1500')
  })
})

describe('a subscription', () => {
  const count = async () => (await viewOf(mia)).browsers.length

  it('ends when its session is signed out, here or elsewhere', async () => {
    const other = { headers: await world.login('mia', mia.password) }
    await subscribe(mia)
    await subscribe(other)
    await world.post('/api/auth/logout', other.headers)
    expect(await count()).toBe(1)
  })

  it('stays when its session expires, until the account signs out anywhere', async () => {
    const other = { headers: await world.login('mia', mia.password) }
    const browser = await subscribe(other)
    world.kernel.database
      .prepare('UPDATE auth_sessions SET expires_at = 1 WHERE id = (SELECT session_id FROM relay_browsers)')
      .run()
    await world.kernel.runJob('SessionCleaner')
    expect(await count()).toBe(1)
    expect(await test(mia, browser.id)).toMatchObject({ outcome: 'accepted' })
    const again = { headers: await world.login('mia', mia.password) }
    await world.post('/api/auth/logout', again.headers)
    expect(await count()).toBe(0)
  })

  it('follows its browser to the next session', async () => {
    const browser = await subscribe(mia)
    const again = { headers: await world.login('mia', mia.password, mia.headers) }
    await subscribe(again, browser)
    const elsewhere = { headers: await world.login('mia', mia.password) }
    await world.post('/api/auth/logout', elsewhere.headers)
    expect((await viewOf(again)).browsers).toHaveLength(1)
    await world.post('/api/auth/logout', again.headers)
    expect(world.kernel.database.prepare('SELECT * FROM relay_browsers').all()).toEqual([])
  })

  it('ends with the sessions that another password ends', async () => {
    const other = { headers: await world.login('mia', mia.password) }
    const mine = await subscribe(mia)
    await subscribe(other)
    await world.put('/api/auth/password', mia.headers, {
      old_password: mia.password,
      new_password: crypto.randomUUID(),
    })
    expect((await viewOf(mia)).browsers).toMatchObject([{ id: mine.id }])
    expect(await test(mia, mine.id)).toMatchObject({ outcome: 'accepted' })
  })

  it('ends with its account, and everything else of it', async () => {
    await subscribe(mia)
    await world.put('/api/web-push/preferences', mia.headers, preferences)
    await world.request('DELETE', `/api/users/${mia.id}`, world.admin.headers)
    for (const table of ['relay_browsers', 'relay_preferences']) {
      expect(world.kernel.database.prepare(`SELECT * FROM ${table}`).all()).toEqual([])
    }
  })
})

describe('preferences', () => {
  it('are for administrators but for alerts', async () => {
    expect((await viewOf(mia)).available).toEqual(['alerts'])
    expect((await viewOf(world.admin)).preferences).toMatchObject({
      alerts: true,
      security: true,
      upgrades: true,
      task_success: false,
    })
    const put = (who: Person, more: object) =>
      world.put('/api/web-push/preferences', who.headers, { ...preferences, ...more })
    expect((await put(mia, { security: true })).json().error.details[0]).toMatchObject({ field: 'security' })
    expect((await put(mia, { quiet_from: '22:00' })).json().error.details[0]).toMatchObject({ field: 'quiet_to' })
    expect((await put(mia, { quiet_from: '24:00', quiet_to: '06:00' })).statusCode).toBe(422)
    expect((await put(mia, { time_zone: 'Mars/Olympus' })).json().error.details[0]).toMatchObject({
      field: 'time_zone',
    })
    expect((await put(world.admin, { security: true })).json().data).toMatchObject({ security: true, alerts: true })
  })

  /** Alerts at once, on a channel for everyone. */
  async function makeAlert() {
    const created = async (url: string, body: object) => (await world.post(url, world.admin.headers, body)).json().data
    const channel = await created('/api/notifications', { name: 'push', notify_type: 'push', config_json: {} })
    return () => world.post(`/api/notifications/${channel.id}/test`, world.admin.headers, {})
  }

  it('silence everything in quiet hours, in the time zone of the user', async () => {
    const browser = await subscribe(mia)
    const theirs = await subscribe(world.admin)
    const alert = await makeAlert()
    const quiet = (from: string, to: string) =>
      world.put('/api/web-push/preferences', mia.headers, { ...preferences, quiet_from: from, quiet_to: to })
    // It is noon in UTC, and 13:00 in Berlin.
    await quiet('12:30', '13:30')
    await alert()
    await world.settle()
    expect(service.received.map(({ path }) => path)).toEqual([new URL(theirs.subscription.endpoint).pathname])
    await quiet('22:00', '07:00')
    await alert()
    await world.settle()
    expect(service.received.filter(({ path }) => browser.subscription.endpoint.endsWith(path))).toHaveLength(1)
  })

  it('leave out what the user does not want', async () => {
    await subscribe(mia)
    await subscribe(world.admin)
    await world.put('/api/web-push/preferences', mia.headers, { ...preferences, alerts: false })
    await (await makeAlert())()
    await world.settle()
    expect(service.received).toHaveLength(1)
  })
})

it('a lost key of the installation switches browsers off and makes another one', async () => {
  await subscribe(mia)
  const { public_key } = await viewOf(mia)
  world.kernel.database.prepare("UPDATE relay_vapid_keys SET private_sealed = 'v1.lost'").run()
  expect((await viewOf(mia)).public_key).not.toBe(public_key)
  expect((await viewOf(mia)).browsers).toEqual([])
})
