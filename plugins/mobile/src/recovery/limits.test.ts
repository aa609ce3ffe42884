import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { mia, withMia, world } from '../../test/with-mia.ts'
import { home } from '../../test/world.ts'

withMia()

const ip = '192.0.2.7'
const recover = (body: object, from = ip) => world.recover({ expected_user_id: mia.id, ...body }, from)
const status = async (body: object, from = ip) => (await recover(body, from)).statusCode
const web = (password: string) => world.post('/api/auth/login', { username: 'mia', password }, {}, ip)
const raw = (payload: string) =>
  world.kernel.inject({
    method: 'POST',
    url: '/api/mobile/auth/recover',
    headers: { 'content-type': 'application/json' },
    remoteAddress: ip,
    payload,
  } as object)
const secret = (prefix = '') => prefix + 'x'.repeat(43)
/** Failed sign-ins without a password. */
const failures = () =>
  world.kernel.database
    .prepare("SELECT user_id, detail, ip FROM system_audit_logs WHERE action = 'login_failed' ORDER BY id")
    .all()

describe('recover 1: the login limiter', () => {
  it('recover 1: rejects with Retry-After, and shares the limit with web sign-in', async () => {
    for (let i = 0; i < 3; i += 1) expect(await status({ recovery_token: secret() })).toBe(401)
    for (let i = 0; i < 2; i += 1) expect((await web('not the password')).statusCode).toBe(401)
    const refused = await recover({ recovery_token: secret() })
    expect([refused.statusCode, refused.headers['retry-after']]).toEqual([429, '900'])
    expect((await web(mia.password)).statusCode).toBe(429)
    world.kernel.clock.set(world.kernel.clock.now() + 900_000)
    expect(await status({ username: 'mia', password: mia.password })).toBe(200)
    expect((await web(mia.password)).statusCode).toBe(200)
  })

  it('recover 1: is checked before the body is parsed', async () => {
    const unreadable = [
      { username: '', password: 'x' },
      { username: 'mia', password: '' },
      { username: 'mia', password: 'x'.repeat(1025) },
      { username: 'a\u0000', password: 'x' },
    ]
    for (const body of unreadable) expect(await status(body)).toBe(422)
    const broken = await raw('{')
    expect([broken.statusCode, broken.json().error.code]).toEqual([400, 'BAD_REQUEST'])
    for (const body of unreadable) expect(await status(body)).toBe(429)
    for (const text of ['{', '', '[]', 'null']) expect((await raw(text)).statusCode).toBe(429)
    expect((await web(mia.password)).statusCode).toBe(429)
  })

  it('recover 1: counts bodies that are not JSON or not an object', async () => {
    for (const text of ['{', '', '[]', 'null', '"x"']) expect([400, 422]).toContain((await raw(text)).statusCode)
    expect(await status({ username: 'mia', password: mia.password })).toBe(429)
  })

  it('recover 1: a wrong password counts once', async () => {
    for (let i = 0; i < 5; i += 1) {
      expect(await status({ username: 'mia', password: 'not the password' })).toBe(401)
    }
    expect(await status({ username: 'mia', password: mia.password })).toBe(429)
  })

  it('recover 1: rejections after authentication do not count', async () => {
    const [foreign] = [await world.pair(world.admin), await world.pair(mia)]
    const body = { pairing_code: await world.code(mia), expected_session_id: foreign.mobile_session_id }
    for (let i = 0; i < 6; i += 1) expect(await status(body)).toBe(404)
    const { recovery_token: token } = (await recover({ pairing_code: body.pairing_code })).json().data
    for (let i = 0; i < 6; i += 1) {
      expect(await status({ recovery_token: token, expected_session_id: randomUUID() })).toBe(409)
    }
    expect((await world.login(mia, {}, ip)).statusCode).toBe(200)
    expect((await web(mia.password)).statusCode).toBe(200)
  })
})

describe('audit entries', () => {
  it('of invalid codes and grants are bounded by the limiter', async () => {
    const wrong = secret('svc_pair_')
    const body = { code: wrong, installation_id: home, device_name: 'Pixel' }
    expect((await world.post('/api/mobile/auth/pair', body, {}, ip)).statusCode).toBe(400)
    expect(await status({ pairing_code: wrong })).toBe(400)
    for (let i = 0; i < 8; i += 1) await recover({ recovery_token: secret() })
    const row = (method: string) => ({ user_id: 'anonymous', detail: JSON.stringify({ method }), ip })
    const [code, grant] = [row('pairing_code'), row('recovery_token')]
    expect(failures()).toEqual([code, code, grant, grant, grant])
  })

  it('of issued grants contain how the recovery began', async () => {
    const begin = async (more: object = {}) => recover({ pairing_code: await world.code(mia), ...more })
    const statusOf = () => world.audits().at(-1)
    const detail = { installation_id: home, mode: 'code' }
    await begin()
    expect(statusOf()).toEqual({
      who: 'mia',
      action: 'mobile_recover',
      detail: { ...detail, outcome: 'already_absent' },
    })
    const phone = await world.pair(mia)
    await begin()
    expect(statusOf()).toMatchObject({ detail: { ...detail, outcome: 'selection_required' } })
    const id = phone.mobile_session_id
    await begin({ expected_session_id: id })
    expect(statusOf()).toMatchObject({ detail: { ...detail, outcome: 'ok', session_id: id, device_name: 'Pixel' } })
    expect(failures()).toEqual([])
  })
})
