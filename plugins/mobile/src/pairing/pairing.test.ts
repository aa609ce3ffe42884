import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { bearer, home, openWorld, type Person, second, type World } from '../../test/world.ts'

let world: World
let member: Person
beforeEach(async () => {
  world = await openWorld()
  member = await world.addUser('mia')
})
afterEach(() => world.close())

const redeem = (code: string, ip?: string) =>
  world.post('/api/mobile/auth/pair', { code, installation_id: home, device_name: 'Pixel' }, {}, ip)
const put = (url: string, payload: object, headers: object) =>
  world.kernel.inject({ method: 'PUT', url, payload, headers } as object)

describe('a pairing code', () => {
  it('signs a phone in once', async () => {
    const made = await world.post('/api/mobile/pair', undefined, member.cookie)
    expect(made.json().data).toEqual({ code: expect.stringMatching(/^svc_pair_[\w-]{43}$/), expires_in_secs: 300 })
    const { code } = made.json().data
    const response = await redeem(code)
    expect(response.json().data).toMatchObject({
      token_type: 'Bearer',
      revocation_token: expect.any(String),
      user: { id: member.id, username: 'mia', role: 'member' },
    })
    expect(await world.works(response.json().data.access_token)).toBe(true)
    expect((await redeem(code)).statusCode).toBe(400)
    expect(world.audits()).toMatchObject([{ who: 'mia', action: 'mobile_pair', detail: { device_name: 'Pixel' } }])
    expect(JSON.stringify([world.audits(), world.kernel.logs])).not.toContain(code)
  })

  it('is accepted by one of several concurrent requests', async () => {
    const code = await world.code(member)
    const responses = await Promise.all(Array.from({ length: 4 }, () => redeem(code)))
    expect(responses.map(({ statusCode }) => statusCode).sort()).toEqual([200, 400, 400, 400])
  })

  it('expires after 300 seconds', async () => {
    const [late, timely] = [await world.code(member), await world.code(world.admin)]
    world.kernel.clock.set(world.kernel.clock.now() + 299 * second)
    expect((await redeem(timely)).statusCode).toBe(200)
    world.kernel.clock.set(world.kernel.clock.now() + second)
    expect((await redeem(late)).statusCode).toBe(400)
  })

  it('is invalidated by the next code of its user', async () => {
    const [first, other, latest] = [await world.code(member), await world.code(world.admin), await world.code(member)]
    expect((await redeem(first)).statusCode).toBe(400)
    expect((await redeem(other)).statusCode).toBe(200)
    expect((await redeem(latest)).statusCode).toBe(200)
  })

  it('is invalidated by any security change of the account', async () => {
    const code = await world.code(member)
    expect((await put(`/api/users/${member.id}`, { role: 'admin' }, world.admin.cookie)).statusCode).toBe(200)
    expect((await redeem(code)).statusCode).toBe(400)
    const invalidated = await world.code(member)
    await world.remove(`/api/users/${member.id}`, world.admin.cookie)
    expect((await redeem(invalidated)).statusCode).toBe(400)
  })

  it('is rejected if the account changed without an event', async () => {
    const code = await world.code(member)
    world.kernel.database.prepare("UPDATE auth_users SET role = 'admin' WHERE id = ?").run(member.id)
    expect((await redeem(code)).statusCode).toBe(400)
    const flagged = await world.code(member)
    world.kernel.database.prepare('UPDATE auth_users SET must_change_password = 1 WHERE id = ?').run(member.id)
    const response = await redeem(flagged)
    expect(response.statusCode).toBe(403)
    expect(response.json().error.message).toMatch(/^Forbidden: MUST_CHANGE_PASSWORD/)
    world.kernel.database.prepare('UPDATE auth_users SET must_change_password = 0 WHERE id = ?').run(member.id)
    expect((await redeem(flagged)).statusCode).toBe(400)
  })

  it('is invalidated with the session that requested it', async () => {
    const [mine, others] = [await world.code(member), await world.code(world.admin)]
    await world.post('/api/auth/logout', undefined, member.cookie)
    expect((await redeem(mine)).statusCode).toBe(400)
    expect((await redeem(others)).statusCode).toBe(200)
  })

  it('can be requested with any credential, and is invalidated with it', async () => {
    const { access_token: token, mobile_session_id: phone } = await world.pair(world.admin)
    const { key, id } = (await world.post('/api/auth/api-keys', { name: 'k' }, world.admin.cookie)).json().data
    const session = world.admin.cookie.cookie.slice('session_token='.length)
    const request = async (headers: object) => {
      const response = await world.post('/api/mobile/pair', undefined, headers)
      expect(response.statusCode).toBe(200)
      return response.json().data.code
    }
    for (const headers of [bearer(token), { 'x-api-key': key }, bearer(session)]) {
      expect((await redeem(await request(headers))).statusCode).toBe(200)
    }
    const byPhone = await request(bearer(token))
    await world.remove(`/api/mobile/auth/devices/${phone}`, world.admin.cookie)
    expect((await redeem(byPhone)).statusCode).toBe(400)
    const byKey = await request({ 'x-api-key': key })
    await world.remove(`/api/auth/api-keys/${id}`, world.admin.cookie)
    expect((await redeem(byKey)).statusCode).toBe(400)
  })

  it('is not extended when the clock steps back', async () => {
    const now = world.kernel.clock.now()
    const code = await world.code(member)
    world.kernel.clock.set(now - 60 * second)
    expect((await redeem(code)).statusCode).toBe(400)
  })

  it('cannot be guessed: failures count against the login limiter, successes do not', async () => {
    for (let i = 0; i < 6; i += 1) expect((await redeem(await world.code(member))).statusCode).toBe(200)
    const good = await world.code(member)
    for (const text of ['x', 'svc_pair_', `svc_pair_${'x'.repeat(43)}`, good.slice(1), `${good}x`]) {
      expect((await redeem(text, '192.0.2.7')).statusCode).toBe(400)
    }
    expect((await redeem(good, '192.0.2.7')).statusCode).toBe(429)
    expect((await redeem(good, '192.0.2.8')).statusCode).toBe(200)
  })

  it('leaves ten audit entries a second when it is guessed from many addresses, then their number', async () => {
    for (let i = 0; i < 25; i += 1) expect((await redeem('x', `192.0.2.${i}`)).statusCode).toBe(400)
    const failures = () =>
      world.kernel.database
        .prepare("SELECT detail FROM system_audit_logs WHERE action = 'login_failed' ORDER BY id")
        .pluck()
        .all()
    const entries = Array.from({ length: 10 }, () => '{"method":"pairing_code"}')
    expect(failures()).toEqual(entries)
    await world.kernel.clock.advance(second)
    expect(failures()).toEqual([...entries, '{"omitted":15}'])
  })

  it('survives a failure of the database', async () => {
    const code = await world.code(member)
    world.kernel.database.exec(
      "CREATE TRIGGER broken BEFORE INSERT ON mobile_sessions BEGIN SELECT raise(ABORT, 'disk'); END",
    )
    expect((await redeem(code)).statusCode).toBe(500)
    expect(world.audits()).toEqual([])
    world.kernel.database.exec('DROP TRIGGER broken')
    expect((await redeem(code)).statusCode).toBe(200)
  })

  it('is not a bearer token', async () => {
    expect(await world.works(await world.code(member))).toBe(false)
  })
})
