import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { bearer, home, openWorld, type World } from '../../test/world.js'

let world: World
beforeEach(async () => {
  world = await openWorld()
})
afterEach(() => world.close())

describe('sign-in of the app', () => {
  it('answers tokens that work, and keeps only hashes of them', async () => {
    const answer = await world.login(world.admin, { device_name: '  My phone ' })
    expect(answer.statusCode).toBe(200)
    const tokens = answer.json().data
    const secret = expect.stringMatching(/^[\w-]{43}$/)
    expect(tokens).toEqual({
      access_token: secret,
      access_expires_in_secs: 900,
      refresh_token: secret,
      refresh_expires_in_secs: 2_592_000,
      token_type: 'Bearer',
      user: { id: world.admin.id, username: 'admin', role: 'admin' },
      revocation_token: secret,
      mobile_session_id: expect.stringMatching(/^[\da-f-]{36}$/),
    })
    expect(await world.works(tokens.access_token)).toBe(true)
    expect(await world.works(tokens.refresh_token)).toBe(false)
    expect(await world.works(tokens.revocation_token)).toBe(false)
    const stored = JSON.stringify([
      world.kernel.database.prepare('SELECT * FROM mobile_sessions').all(),
      world.kernel.database.prepare('SELECT * FROM system_audit_logs').all(),
      world.kernel.logs,
    ])
    for (const name of ['access_token', 'refresh_token', 'revocation_token']) expect(stored).not.toContain(tokens[name])
    expect(world.audits()).toEqual([
      {
        who: 'admin',
        action: 'mobile_login',
        detail: { installation_id: home, device_name: 'My phone', session_id: tokens.mobile_session_id },
      },
    ])
  })

  it('names the field and the rule of bad input', async () => {
    const rule = async (more: object) => {
      const answer = await world.login(world.admin, more)
      expect(answer.statusCode).toBe(422)
      return answer.json().error.details
    }
    const max = 'must have at most 128 characters'
    const control = 'must not contain control or invisible characters'
    expect(await rule({ installation_id: '' })).toEqual([{ field: 'installation_id', rule: 'must not be empty' }])
    expect(await rule({ installation_id: 'x'.repeat(129) })).toEqual([{ field: 'installation_id', rule: max }])
    expect(await rule({ installation_id: 'a\nb' })).toEqual([{ field: 'installation_id', rule: control }])
    expect(await rule({ device_name: '   ' })).toEqual([{ field: 'device_name', rule: 'must not be empty' }])
    expect(await rule({ device_name: 'é'.repeat(129) })).toEqual([{ field: 'device_name', rule: max }])
    expect(await rule({ device_name: 'a\u0000' })).toEqual([{ field: 'device_name', rule: control }])
    expect((await rule({ device_name: undefined }))[0].field).toBe('device_name')
    expect((await world.login(world.admin, { device_name: '📱'.repeat(128) })).statusCode).toBe(200)
  })

  it('refuses accounts that must change their password', async () => {
    const member = await world.addUser('mia')
    const payload = { must_change_password: true }
    const url = `/api/users/${member.id}`
    await world.kernel.inject({ method: 'PUT', url, payload, headers: world.admin.cookie })
    const answer = await world.login(member)
    expect(answer.statusCode).toBe(403)
    expect(answer.json().error.message).toMatch(/^Forbidden: MUST_CHANGE_PASSWORD/)
    expect(world.kernel.database.prepare('SELECT * FROM mobile_sessions').all()).toEqual([])
  })

  it('counts failures against the login limiter, and audits them as web sign-in does', async () => {
    const wrong = { ...world.admin, password: 'not the password' }
    for (let i = 0; i < 5; i += 1) expect((await world.login(wrong)).statusCode).toBe(401)
    const refused = await world.login(world.admin)
    expect(refused.statusCode).toBe(429)
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
    const actions = world.kernel.database.prepare('SELECT action FROM system_audit_logs').pluck().all()
    expect(actions.filter((action) => action === 'login_failed')).toHaveLength(5)
    expect(actions).toContain('login_rate_limited')
  })

  it('makes room: a user keeps the 256 last used sessions', async () => {
    const first = await world.pair(world.admin)
    for (let i = 0; i < 256; i += 1) await world.pair(world.admin, `phone-${i}`)
    expect(await world.works(first.access_token)).toBe(false)
    expect(world.kernel.database.prepare('SELECT count(*) FROM mobile_sessions').pluck().get()).toBe(256)
  })
})

describe('an access token', () => {
  it('has a fixed end', async () => {
    const { access_token: token } = await world.pair(world.admin)
    await world.kernel.clock.advance(899_000)
    expect(await world.works(token)).toBe(true)
    await world.kernel.clock.advance(1000)
    expect(await world.works(token)).toBe(false)
  })

  it('follows the role of its user', async () => {
    const boss = await world.addUser('boss', 'admin')
    const { access_token: token } = await world.pair(boss)
    expect((await world.get('/api/users', bearer(token))).statusCode).toBe(200)
    const payload = { role: 'member' }
    await world.kernel.inject({ method: 'PUT', url: `/api/users/${boss.id}`, payload, headers: world.admin.cookie })
    expect((await world.get('/api/users', bearer(token))).statusCode).toBe(403)
  })

  it('is refused in odd spellings', async () => {
    const { access_token: token } = await world.pair(world.admin)
    for (const text of ['', ` ${token}`, `${token}=`, 'x'.repeat(43), 'x'.repeat(9000), token.slice(1)]) {
      expect(await world.works(text)).toBe(false)
    }
  })
})
