import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { secondFactor } from '../../test/second-factor.ts'
import { bearer, captured, home, minute, openWorld, second, type World } from '../../test/world.ts'

let world: World
beforeEach(async () => {
  world = await openWorld()
})
afterEach(() => world.close())

describe('app sign-in', () => {
  it('returns valid tokens and stores only their hashes', async () => {
    const response = await world.login(world.admin, { device_name: '  My phone ' })
    expect(response.statusCode).toBe(200)
    const tokens = response.json().data
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

  it('reports field and rule of invalid input', async () => {
    const rule = async (more: object) => {
      const response = await world.login(world.admin, more)
      expect(response.statusCode).toBe(422)
      return response.json().error.details
    }
    const empty = { rule: 'must not be empty', code: 'kernel.NOT_EMPTY' }
    const max = { rule: 'must have at most 128 characters', code: 'kernel.MAX_LENGTH', params: { count: 128 } }
    const control = {
      rule: 'must not contain control or invisible characters',
      code: 'kernel.CONTROL_CHARACTERS',
    }
    expect(await rule({ installation_id: '' })).toEqual([{ field: 'installation_id', ...empty }])
    expect(await rule({ installation_id: 'x'.repeat(129) })).toEqual([{ field: 'installation_id', ...max }])
    expect(await rule({ installation_id: 'a\nb' })).toEqual([{ field: 'installation_id', ...control }])
    expect(await rule({ device_name: '   ' })).toEqual([{ field: 'device_name', ...empty }])
    expect(await rule({ device_name: 'é'.repeat(129) })).toEqual([{ field: 'device_name', ...max }])
    expect(await rule({ device_name: 'a\u0000' })).toEqual([{ field: 'device_name', ...control }])
    expect((await rule({ device_name: undefined }))[0].field).toBe('device_name')
    expect((await world.login(world.admin, { device_name: '📱'.repeat(128) })).statusCode).toBe(200)
  })

  it('rejects misleading names and ids', async () => {
    const hidden = ['\u202ePhone', 'a\u200bb', '\u2066x', '\u00adx', '\u3164', 'a\u2028b', '\u{e0041}', 'a\u200d']
    for (const text of hidden) {
      for (const field of ['device_name', 'installation_id']) {
        const response = await world.login(world.admin, { [field]: text })
        expect([response.statusCode, response.json().error.details?.[0].field]).toEqual([422, field])
      }
    }
    for (const name of ['Mia’s 📱 ❤️', '👩🏽‍💻', '1️⃣ für alle', '手机']) {
      expect((await world.login(world.admin, { device_name: name })).statusCode).toBe(200)
    }
  })

  it('rejects overlong text', async () => {
    // as much as a public request may have
    const text = 'x'.repeat(15_000)
    const refused = async (act: string, field: string, more: object) => {
      const whole = { username: 'admin', password: 'x', installation_id: home, device_name: 'x', ...captured() }
      const body = { ...whole, expected_user_id: 'x', ...more, [field]: text }
      world.kernel.clock.set(world.kernel.clock.now() + 15 * minute)
      const response = await world.post(`/api/mobile/auth/${act}`, body)
      const { details } = response.json().error
      expect([response.statusCode, details]).toEqual([
        422,
        [
          {
            field,
            rule: expect.stringMatching(/^must have at most/),
            code: 'kernel.MAX_LENGTH',
            params: { count: expect.any(Number) },
          },
        ],
      ])
    }
    for (const field of ['username', 'password', 'totp_code', 'installation_id', 'device_name']) {
      await refused('login', field, {})
    }
    for (const field of ['code', 'installation_id', 'device_name']) await refused('pair', field, { code: 'x' })
    for (const field of ['refresh_token', 'installation_id']) await refused('refresh', field, { refresh_token: 'x' })
    for (const field of ['refresh_token', 'revocation_token', 'installation_id']) {
      await refused('revoke', field, { refresh_token: undefined, revocation_token: undefined, [field]: text })
    }
    const names = ['username', 'password', 'totp_code', 'pairing_code', 'recovery_token', 'expected_user_id']
    for (const field of [...names, 'installation_id', 'expected_session_id', 'access_token']) {
      await refused('recover', field, {})
    }
  })

  it('rejects accounts that must change their password', async () => {
    const member = await world.addUser('mia')
    const payload = { must_change_password: true }
    const url = `/api/users/${member.id}`
    await world.kernel.inject({ method: 'PUT', url, payload, headers: world.admin.cookie })
    const response = await world.login(member)
    expect(response.statusCode).toBe(403)
    expect(response.json().error.message).toMatch(/^Forbidden: MUST_CHANGE_PASSWORD/)
    expect(world.kernel.database.prepare('SELECT * FROM mobile_sessions').all()).toEqual([])
  })

  it('consumes the second factor of such an account, does not count against its limits, and is audited', async () => {
    const member = await world.addUser('mia')
    const shown = secondFactor(world, member)
    const flag = (value: number) =>
      world.kernel.database.prepare('UPDATE auth_users SET must_change_password = ? WHERE id = ?').run(value, member.id)
    flag(1)
    for (let i = 0; i < 12; i += 1) {
      world.kernel.clock.set(world.kernel.clock.now() + 30 * second)
      expect((await world.login(member, { totp_code: shown() })).statusCode).toBe(403)
    }
    const failed = "SELECT user_id, detail FROM system_audit_logs WHERE action = 'login_failed'"
    const detail = JSON.stringify({ username: 'mia', reason: 'MUST_CHANGE_PASSWORD' })
    expect(world.kernel.database.prepare(failed).all()).toEqual(Array(12).fill({ user_id: member.id, detail }))
    flag(0)
    expect((await world.login(member, { totp_code: shown() })).statusCode).toBe(401)
    world.kernel.clock.set(world.kernel.clock.now() + 30 * second)
    expect((await world.login(member, { totp_code: shown() })).statusCode).toBe(200)
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

  it('limits sessions to the 256 most recently used per user', async () => {
    const first = await world.pair(world.admin)
    for (let i = 0; i < 256; i += 1) await world.pair(world.admin, `phone-${i}`)
    expect(await world.works(first.access_token)).toBe(false)
    expect(world.kernel.database.prepare('SELECT count(*) FROM mobile_sessions').pluck().get()).toBe(256)
  })
})

describe('an access token', () => {
  it('has a fixed expiry', async () => {
    const { access_token: token } = await world.pair(world.admin)
    await world.kernel.clock.advance(899_000)
    expect(await world.works(token)).toBe(true)
    await world.kernel.clock.advance(1000)
    expect(await world.works(token)).toBe(false)
  })

  it('expires with its session, whatever its own lifetime', async () => {
    await world.close()
    world = await openWorld({ config: { mobile: { access_ttl: 86_400, refresh_ttl: 3600 } } })
    const tokens = await world.pair(world.admin)
    expect([tokens.access_expires_in_secs, tokens.refresh_expires_in_secs]).toEqual([3600, 3600])
    world.kernel.clock.set(world.kernel.clock.now() + 3599 * second)
    expect(await world.works(tokens.access_token)).toBe(true)
    world.kernel.clock.set(world.kernel.clock.now() + second)
    expect(await world.works(tokens.access_token)).toBe(false)
  })

  it('follows the role of its user', async () => {
    const boss = await world.addUser('boss', 'admin')
    const { access_token: token } = await world.pair(boss)
    expect((await world.get('/api/users', bearer(token))).statusCode).toBe(200)
    const payload = { role: 'member' }
    await world.kernel.inject({ method: 'PUT', url: `/api/users/${boss.id}`, payload, headers: world.admin.cookie })
    expect((await world.get('/api/users', bearer(token))).statusCode).toBe(403)
  })

  it('is rejected in other spellings', async () => {
    const { access_token: token } = await world.pair(world.admin)
    for (const text of ['', ` ${token}`, `${token}=`, 'x'.repeat(43), 'x'.repeat(9000), token.slice(1)]) {
      expect(await world.works(text)).toBe(false)
    }
  })
})
