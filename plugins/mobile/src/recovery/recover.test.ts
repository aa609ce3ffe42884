import { describe, expect, it } from 'vitest'
import { pushesRef } from '../../test/pushes.ts'
import { secondFactor } from '../../test/second-factor.ts'
import { mia, withMia, world } from '../../test/with-mia.ts'
import { captured, day, home, minute, type Person, type Tokens } from '../../test/world.ts'

withMia()

const password = (person: Person = mia) => ({
  username: person.username,
  password: person.password,
  expected_user_id: person.id,
})
const code = async (person: Person = mia) => ({ pairing_code: await world.code(person), expected_user_id: person.id })
const grant = (token: string, person: Person = mia) => ({ recovery_token: token, expected_user_id: person.id })
const redeem = (text: string) =>
  world.post('/api/mobile/auth/pair', { code: text, installation_id: home, device_name: 'Pixel' })
const put = (url: string, payload: object) =>
  world.kernel.inject({ method: 'PUT', url, payload, headers: world.admin.cookie } as object)
const good = async (body: object) => {
  const response = await world.recover(body)
  expect([response.statusCode, response.body]).toEqual([200, expect.any(String)])
  return response.json().data
}
const failure = async (body: object) => {
  const response = await world.recover(body)
  const { error } = response.json()
  const fields = Array.isArray(error.details) ? error.details.map(({ field }: { field: string }) => field) : []
  return [response.statusCode, error.code, ...fields]
}
const pairs = async (count: number) => {
  const made: Tokens[] = []
  for (let i = 0; i < count; i += 1) made.push(await world.pair(mia))
  return made
}
const rows = () => world.kernel.database.prepare('SELECT count(*) FROM mobile_sessions').pluck().get()

describe('recover 1: the login limiter', () => {
  it('recover 1: counts failures in every mode, and unparsable bodies', async () => {
    const attempts = [
      { ...password(), password: 'not the password' },
      { pairing_code: 'x', expected_user_id: mia.id },
      grant('x'),
      { expected_user_id: mia.id },
      { ...password(), installation_id: 7 },
    ]
    const status = async (body: object) => (await world.recover(body, '192.0.2.7')).statusCode
    const seen = []
    for (const body of attempts) seen.push(await status(body))
    expect(seen).toEqual([401, 400, 401, 422, 422])
    const fresh = await code()
    for (const body of [...attempts, password(), fresh]) expect(await status(body)).toBe(429)
    expect((await world.login(mia, {}, '192.0.2.7')).statusCode).toBe(429)
    expect((await world.recover(fresh, '192.0.2.8')).statusCode).toBe(200)
  })

  it('recover 1: successes are refunded', async () => {
    for (let i = 0; i < 7; i += 1) await good(await code())
    for (let i = 0; i < 7; i += 1) await good(password())
  })

  it('recover 1: an authenticated user is not locked out by failed cleanups', async () => {
    const [tokens] = await pairs(1)
    world.kernel.service(pushesRef).register(mia.id, home, null)
    const once = await code()
    const conflict = [409, 'RECOVERY_STATE_UNATTRIBUTED']
    for (let i = 0; i < 6; i += 1) {
      expect(await failure(password())).toEqual(conflict)
      expect(await failure(once)).toEqual(conflict)
      expect(await failure({ ...password(), expected_user_id: world.admin.id })).toEqual([403, 'FORBIDDEN'])
    }
    expect((await good({ ...once, ...captured(tokens) })).outcome).toBe('ok')
    expect((await world.login(mia)).statusCode).toBe(200)
  })
})

describe('recover 2: exactly one mode', () => {
  it('recover 2: mixed, missing and incomplete modes are 422', async () => {
    const only = { expected_user_id: mia.id }
    const { username } = mia
    const cases: [object, string][] = [
      [only, 'username'],
      [{ ...only, username }, 'password'],
      [{ ...only, password: mia.password }, 'username'],
      [{ ...password(), pairing_code: 'x' }, 'pairing_code'],
      [{ ...password(), recovery_token: 'x' }, 'recovery_token'],
      [{ ...only, username, recovery_token: 'x' }, 'recovery_token'],
      [{ ...only, pairing_code: 'x', recovery_token: 'x' }, 'recovery_token'],
      [{ ...only, pairing_code: 'x', totp_code: '123456' }, 'totp_code'],
      [{ ...only, recovery_token: 'x', totp_code: '123456' }, 'totp_code'],
      [{ ...password(), username: '' }, 'username'],
      [{ ...password(), password: '' }, 'password'],
      [{ ...password(), pairing_code: '' }, 'pairing_code'],
      [{ ...password(), recovery_token: '' }, 'recovery_token'],
      [{ ...only, pairing_code: '', recovery_token: '' }, 'recovery_token'],
      [{ ...only, pairing_code: 'x', totp_code: '' }, 'totp_code'],
      [{ ...only, recovery_token: 'x', totp_code: '' }, 'totp_code'],
    ]
    for (const [body, field] of cases) {
      world.kernel.clock.set(world.kernel.clock.now() + 15 * minute)
      expect(await failure(body)).toEqual([422, 'VALIDATION_ERROR', field])
    }
  })

  it('recover 2: a second factor is required with the password only', async () => {
    const totp = secondFactor(world, mia)
    const [tokens] = await pairs(1)
    expect(await failure({ ...password(), ...captured(tokens) })).toEqual([422, 'TWO_FACTOR_REQUIRED'])
    expect(await failure({ ...password(), totp_code: '000000', ...captured(tokens) })).toEqual([401, 'UNAUTHORIZED'])
    expect(rows()).toBe(1)
    expect((await good({ ...password(), totp_code: totp(), ...captured(tokens) })).outcome).toBe('ok')
    expect((await good(await code())).outcome).toBe('already_absent')
  })

  it('recover 2: a code consumed by recovery cannot be redeemed, nor vice versa', async () => {
    const recovered = await code()
    await good(recovered)
    expect((await redeem(recovered.pairing_code)).statusCode).toBe(400)
    expect(await failure(recovered)).toEqual([400, 'BAD_REQUEST'])
    const redeemed = await code()
    expect((await redeem(redeemed.pairing_code)).statusCode).toBe(200)
    expect(await failure(redeemed)).toEqual([400, 'BAD_REQUEST'])
  })

  it('recover 2: a code that led to a selection is consumed as well', async () => {
    await pairs(2)
    const once = await code()
    expect((await good(once)).outcome).toBe('selection_required')
    expect((await redeem(once.pairing_code)).statusCode).toBe(400)
    expect(await failure(once)).toEqual([400, 'BAD_REQUEST'])
  })

  it('recover 2: one of several concurrent uses of a code succeeds', async () => {
    for (let i = 0; i < 8; i += 1) {
      const once = await code()
      const before = Number(rows())
      const uses = [() => redeem(once.pairing_code), () => world.recover({ ...once, installation_id: 'none' })]
      if (i % 2) uses.reverse()
      const statuses = (await Promise.all(uses.map((use) => use()))).map(({ statusCode }) => statusCode)
      expect(statuses.sort()).toEqual([200, 400])
      expect(Number(rows()) - before).toBeLessThanOrEqual(1)
      world.kernel.clock.set(world.kernel.clock.now() + 15 * minute)
    }
  })
})

describe('recover 3: account, installation and material', () => {
  it('recover 3: every request requires them', async () => {
    const whole = { ...password(), installation_id: home, ...captured() }
    const needed = ['expected_user_id', 'installation_id', 'access_token', 'refresh_token', 'revocation_token']
    for (const field of needed) {
      world.kernel.clock.set(world.kernel.clock.now() + 15 * minute)
      expect(await failure({ ...whole, [field]: undefined })).toEqual([422, 'VALIDATION_ERROR', field])
    }
    for (const field of needed.slice(2)) {
      world.kernel.clock.set(world.kernel.clock.now() + 15 * minute)
      expect(await failure({ ...whole, [field]: 'x'.repeat(513) })).toEqual([422, 'VALIDATION_ERROR', field])
    }
    expect(await failure({ ...whole, installation_id: 'a\u0007' })).toEqual([
      422,
      'VALIDATION_ERROR',
      'installation_id',
    ])
  })

  it('recover 3: another account than the expected one is 403, and consumes the code', async () => {
    const [tokens] = await pairs(1)
    expect(await failure({ ...password(), expected_user_id: world.admin.id, ...captured(tokens) })).toEqual([
      403,
      'FORBIDDEN',
    ])
    const foreign = { ...(await code()), expected_user_id: world.admin.id, ...captured(tokens) }
    expect(await failure(foreign)).toEqual([403, 'FORBIDDEN'])
    expect((await redeem(foreign.pairing_code)).statusCode).toBe(400)
    expect(rows()).toBe(1)
  })

  it('recover 3: an account change invalidates a code', async () => {
    const once = await code()
    world.kernel.database.prepare("UPDATE auth_users SET role = 'admin' WHERE id = ?").run(mia.id)
    expect(await failure(once)).toEqual([401, 'UNAUTHORIZED'])
    expect(await failure(once)).toEqual([400, 'BAD_REQUEST'])
    expect(await good(await code())).toMatchObject({ outcome: 'already_absent' })
  })

  it('recover 3: an account change invalidates a grant', async () => {
    const changes = [
      () => put(`/api/users/${mia.id}`, { role: 'admin' }),
      () => put(`/api/users/${mia.id}`, { role: 'member' }),
      async () => secondFactor(world, mia),
      async () =>
        world.kernel.database.prepare('UPDATE auth_users SET must_change_password = 1 WHERE id = ?').run(mia.id),
    ]
    for (const change of changes) {
      const { recovery_token: token } = await good(await code())
      await good(grant(token))
      await change()
      expect(await failure(grant(token))).toEqual([401, 'UNAUTHORIZED'])
    }
  })

  it('recover 3: a session of another account or installation is not found', async () => {
    const [own, foreign] = [await world.pair(mia, 'phone-2'), await world.pair(world.admin)]
    for (const { mobile_session_id: id } of [own, foreign]) {
      expect(await failure({ ...password(), expected_session_id: id })).toEqual([404, 'NOT_FOUND'])
      expect(await failure({ ...(await code()), expected_session_id: id })).toEqual([404, 'NOT_FOUND'])
    }
    expect(rows()).toBe(2)
  })

  it('recover 3: material finds its session without an id, each part alone and after rotations', async () => {
    const parts = ['access_token', 'refresh_token', 'revocation_token'] as const
    for (const part of parts) {
      const [tokens] = await pairs(2)
      const response = await good({ ...password(), ...captured({ [part]: tokens?.[part] }) })
      expect(response).toMatchObject({ outcome: 'ok', mobile_session_id: tokens?.mobile_session_id })
    }
    const [old] = await pairs(1)
    await world.refresh(old?.refresh_token ?? '')
    expect(await good({ ...password(), ...captured({ refresh_token: old?.refresh_token ?? '' }) })).toMatchObject({
      outcome: 'ok',
      mobile_session_id: old?.mobile_session_id,
    })
  })

  it('recover 3: material of two sessions, or of another account, names none', async () => {
    const [one, two] = await pairs(2)
    const mixed = { access_token: one?.access_token ?? '', refresh_token: two?.refresh_token ?? '' }
    expect((await good({ ...password(), ...captured(mixed) })).outcome).toBe('selection_required')
    const foreign = await world.pair(world.admin)
    expect((await good({ ...password(), ...captured(foreign) })).outcome).toBe('selection_required')
    expect(rows()).toBe(3)
  })
})

describe('recover 3: the expected session', () => {
  it('recover 3: an invalid id is 422 and confirms nothing', async () => {
    await pairs(1)
    for (const id of ['', 'x', `${'0'.repeat(8)}-0000-0000-0000-${'0'.repeat(13)}`, `\n${mia.id}`, null, 7]) {
      world.kernel.clock.set(world.kernel.clock.now() + 15 * minute)
      const request = { ...password(), expected_session_id: id }
      expect(await failure(request)).toEqual([422, 'VALIDATION_ERROR', 'expected_session_id'])
    }
    const once = await code()
    expect(await failure({ ...once, expected_session_id: '' })).toEqual([
      422,
      'VALIDATION_ERROR',
      'expected_session_id',
    ])
    expect((await redeem(once.pairing_code)).statusCode).toBe(200)
  })

  it('recover 3: is case-insensitive', async () => {
    const [tokens] = await pairs(2)
    const id = tokens?.mobile_session_id ?? ''
    const response = await good({ ...password(), expected_session_id: id.toUpperCase() })
    expect(response).toMatchObject({ outcome: 'ok', mobile_session_id: id })
    expect(await world.works(tokens?.access_token ?? '')).toBe(false)
  })

  it('recover 3: a session that was revoked without an event is neither a candidate nor removed as one', async () => {
    const [old, current] = await pairs(2)
    const dead = (id = '') =>
      world.kernel.database.prepare('UPDATE mobile_sessions SET credentials_version = -1 WHERE id = ?').run(id)
    dead(old?.mobile_session_id)
    const response = await good({ ...password(), ...captured(old) })
    expect(response.outcome).toBe('selection_required')
    expect(response.candidates).toMatchObject([{ mobile_session_id: current?.mobile_session_id }])
    dead(current?.mobile_session_id)
    const chosen = await good({ ...password(), expected_session_id: current?.mobile_session_id })
    expect(chosen.outcome).toBe('already_absent')
    expect(rows()).toBe(0)
    expect(world.audits().filter(({ action }) => action === 'mobile_recover')).toEqual([])
  })
})

describe('recover 4: the response', () => {
  it('recover 4: has its fields and no tokens', async () => {
    const [tokens] = await pairs(1)
    const fields = { user_id: mia.id, installation_id: home, candidates: [] }
    const response = await good({ ...password(), ...captured(tokens) })
    expect(response).toEqual({ ...fields, outcome: 'ok', mobile_session_id: tokens?.mobile_session_id })
    expect(await good(password())).toEqual({ ...fields, outcome: 'already_absent', mobile_session_id: null })
    const deleted = { ...password(), expected_session_id: tokens?.mobile_session_id }
    expect(await good(deleted)).toEqual({
      ...fields,
      outcome: 'already_absent',
      mobile_session_id: tokens?.mobile_session_id,
    })
  })

  it('recover 4: ok revokes the session with its registration and connections, and is audited without secrets', async () => {
    const [tokens, other] = await pairs(2)
    const id = tokens?.mobile_session_id ?? ''
    const pushes = world.kernel.service(pushesRef)
    pushes.register(mia.id, home, id)
    world.revoked.length = 0
    await good({ ...password(), ...captured(tokens) })
    expect(await world.works(tokens?.access_token ?? '')).toBe(false)
    expect(await world.works(other?.access_token ?? '')).toBe(true)
    expect(pushes.of(mia.id, home)).toEqual([])
    expect(world.revoked).toEqual([{ userId: mia.id, credentialId: id }])
    const detail = { installation_id: home, device_name: 'Pixel', session_id: id, mode: 'password', outcome: 'ok' }
    expect(world.audits().at(-1)).toEqual({ who: 'mia', action: 'mobile_recover', detail })
  })
})

describe('recover 5: selection', () => {
  it('recover 5: lists all sessions, also expired ones, and removes nothing', async () => {
    const [old] = await pairs(1)
    world.kernel.clock.set(world.kernel.clock.now() + 40 * day)
    const entered = await world.post('/api/auth/login', { username: 'mia', password: mia.password })
    const cookie = { cookie: String(entered.headers['set-cookie']).split(';')[0] as string }
    const recent = await world.pair({ ...mia, cookie }, home, 'New phone')
    const response = await good(password())
    const candidate = (tokens: Tokens | undefined, name: string, at: string) => ({
      mobile_session_id: tokens?.mobile_session_id,
      device_name: name,
      created_at: at,
      last_used_at: at,
    })
    expect(response).toEqual({
      outcome: 'selection_required',
      user_id: mia.id,
      installation_id: home,
      mobile_session_id: null,
      candidates: [
        candidate(recent, 'New phone', '2026-03-12T12:00:00Z'),
        candidate(old, 'Pixel', '2026-01-31T12:00:00Z'),
      ],
    })
    expect(rows()).toBe(2)
    const chosen = { ...password(), expected_session_id: old?.mobile_session_id }
    expect(await good(chosen)).toMatchObject({ outcome: 'ok', candidates: [] })
    expect(await world.works(recent.access_token)).toBe(true)
  })

  it('recover 5: every request requires the password again', async () => {
    const [one] = await pairs(2)
    expect((await good(password())).candidates).toHaveLength(2)
    const chosen = { expected_session_id: one?.mobile_session_id }
    expect(await failure({ ...password(), ...chosen, password: 'not the password' })).toEqual([401, 'UNAUTHORIZED'])
    expect(await failure({ expected_user_id: mia.id, ...chosen })).toEqual([422, 'VALIDATION_ERROR', 'username'])
    expect(rows()).toBe(2)
    expect((await good({ ...password(), ...chosen })).outcome).toBe('ok')
  })
})

describe('recover 6: absence', () => {
  it('recover 6: is confirmed if account and installation have no session; others do not matter', async () => {
    await world.pair(mia, 'phone-2')
    await world.pair(world.admin)
    const pushes = world.kernel.service(pushesRef)
    pushes.register(world.admin.id, home, null)
    pushes.register(mia.id, 'phone-2', null)
    expect((await good(password())).outcome).toBe('already_absent')
    expect((await good(await code())).outcome).toBe('already_absent')
  })

  it('recover 6: unattributed state is 409 and nothing is discarded', async () => {
    const pushes = world.kernel.service(pushesRef)
    const ids: (string | null)[] = [null, 'an unknown session', (await world.pair(world.admin)).mobile_session_id]
    for (const [index, id] of ids.entries()) {
      const installation = `phone-${index}0`
      const tokens = await world.pair(mia, installation)
      pushes.register(mia.id, installation, id)
      const request = { installation_id: installation }
      const once = { ...(await code()), ...request }
      expect(await failure({ ...password(), ...request })).toEqual([409, 'RECOVERY_STATE_UNATTRIBUTED'])
      expect(await failure(once)).toEqual([409, 'RECOVERY_STATE_UNATTRIBUTED'])
      expect(pushes.of(mia.id, installation)).toEqual([id])
      expect(await world.works(tokens.access_token)).toBe(true)
      const withTokens = { ...once, ...captured(tokens) }
      expect(await good(withTokens)).toMatchObject({ outcome: 'ok', mobile_session_id: tokens.mobile_session_id })
      expect(await failure({ ...password(), ...request })).toEqual([409, 'RECOVERY_STATE_UNATTRIBUTED'])
    }
  })

  it('recover 6: state of a deleted session is discarded if exactly that session is named', async () => {
    const pushes = world.kernel.service(pushesRef)
    const [one, two] = await pairs(2)
    const ids = [one?.mobile_session_id ?? '', two?.mobile_session_id ?? '']
    for (const id of ids) {
      world.kernel.database.prepare('DELETE FROM mobile_sessions WHERE id = ?').run(id)
      pushes.register(mia.id, home, id)
    }
    pushes.register(mia.id, home, null)
    expect(await failure(password())).toEqual([409, 'RECOVERY_STATE_UNATTRIBUTED'])
    const named = { ...password(), expected_session_id: ids[0] }
    expect(await good(named)).toMatchObject({ outcome: 'ok', mobile_session_id: ids[0] })
    expect(pushes.of(mia.id, home)).toEqual([ids[1], null])
    const detail = { installation_id: home, session_id: ids[0], mode: 'password', outcome: 'ok' }
    expect(world.audits().at(-1)).toEqual({ who: 'mia', action: 'mobile_recover', detail })
    expect((await good(named)).outcome).toBe('already_absent')
    const byCode = await good({ ...(await code()), expected_session_id: ids[1] })
    expect([byCode.outcome, pushes.of(mia.id, home)]).toEqual(['ok', [null]])
  })

  it('recover 6: more than 64 candidates are 409 and nothing is discarded; 64 are offered', async () => {
    const all = await pairs(65)
    expect(await failure(password())).toEqual([409, 'RECOVERY_TOO_MANY_CANDIDATES'])
    expect(await failure(await code())).toEqual([409, 'RECOVERY_TOO_MANY_CANDIDATES'])
    expect(rows()).toBe(65)
    const chosen = { ...password(), expected_session_id: all[0]?.mobile_session_id }
    expect((await good(chosen)).outcome).toBe('ok')
    expect((await good(password())).candidates).toHaveLength(64)
  })
})
