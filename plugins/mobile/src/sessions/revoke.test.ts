import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { pushesRef } from '../../test/pushes.ts'
import { bearer, day, home, minute, openWorld, type Tokens, type World } from '../../test/world.ts'

let world: World
beforeEach(async () => {
  world = await openWorld()
})
afterEach(() => world.close())

const revoke = (body: object, ip?: string) =>
  world.post('/api/mobile/auth/revoke', { installation_id: home, ...body }, {}, ip)
const byToken = ({ revocation_token }: Tokens) => revoke({ revocation_token })

describe('revoke', () => {
  it('revoke 1: accepts the installation and the saved token', async () => {
    const tokens = await world.pair(world.admin)
    const response = await byToken(tokens)
    expect(response.statusCode).toBe(200)
    expect(response.json()).toEqual({ data: { outcome: 'ok' } })
    expect(await world.works(tokens.access_token)).toBe(false)
    expect((await world.refresh(tokens.refresh_token)).statusCode).toBe(401)
    expect(world.audits().at(-1)).toEqual({
      who: 'admin',
      action: 'mobile_revoke',
      detail: {
        installation_id: home,
        device_name: 'Pixel',
        session_id: tokens.mobile_session_id,
        proof: 'revocation_token',
      },
    })
  })

  it('revoke 1: requires exactly one proof', async () => {
    const tokens = await world.pair(world.admin)
    const { revocation_token, refresh_token } = tokens
    const field = async (body: object) => {
      const response = await revoke(body)
      expect(response.statusCode).toBe(422)
      return response.json().error.details[0].field
    }
    expect(await field({})).toBe('revocation_token')
    expect(await field({ revocation_token, refresh_token })).toBe('refresh_token')
    expect(await field({ revocation_token: '' })).toBe('revocation_token')
    expect(await field({ installation_id: '', revocation_token })).toBe('installation_id')
    expect(await field({ installation_id: undefined, revocation_token })).toBe('installation_id')
    expect(await world.works(tokens.access_token)).toBe(true)
  })

  it('revoke 1: gives the same response to every invalid proof', async () => {
    const [tokens, revoked] = [await world.pair(world.admin), await world.pair(world.admin)]
    await byToken(revoked)
    const responses = [
      await revoke({ revocation_token: 'x'.repeat(43) }),
      await revoke({ revocation_token: 'x' }),
      await revoke({ revocation_token: tokens.revocation_token, installation_id: 'phone-2' }),
      await revoke({ refresh_token: tokens.revocation_token }),
      await revoke({ revocation_token: tokens.access_token }),
      await revoke({ refresh_token: tokens.access_token }),
      await byToken(revoked),
    ]
    expect(new Set(responses.map(({ statusCode, body }) => `${statusCode} ${body}`)).size).toBe(1)
    expect(responses[0]?.statusCode).toBe(401)
    expect(await world.works(tokens.access_token)).toBe(true)
  })

  it('revoke 2: the proof deletes its session, credentials and registration, and nothing else', async () => {
    const tokens = await world.pair(world.admin)
    const pushes = world.kernel.service(pushesRef)
    pushes.register(world.admin.id, home, tokens.mobile_session_id)
    pushes.register(world.admin.id, home, null)
    await world.refresh(tokens.refresh_token)
    expect((await byToken(tokens)).statusCode).toBe(200)
    for (const table of ['mobile_sessions', 'mobile_consumed_secrets']) {
      expect(world.kernel.database.prepare(`SELECT * FROM ${table}`).all()).toEqual([])
    }
    expect(pushes.of(world.admin.id, home)).toEqual([null])
    expect(world.revoked).toContainEqual({ userId: world.admin.id, credentialId: tokens.mobile_session_id })
  })

  it('revoke 2: the proof is accepted by no other endpoint and cannot refresh', async () => {
    const { revocation_token: proof } = await world.pair(world.admin)
    expect(await world.works(proof)).toBe(false)
    expect((await world.refresh(proof)).statusCode).toBe(401)
    expect((await world.get('/api/auth/me', { cookie: `session_token=${proof}` })).statusCode).toBe(401)
    expect((await world.post('/api/mobile/auth/logout', undefined, bearer(proof))).statusCode).toBe(401)
    const body = { code: proof, installation_id: home, device_name: 'Pixel' }
    expect((await world.post('/api/mobile/auth/pair', body)).statusCode).toBe(400)
    expect((await world.recover({ recovery_token: proof, expected_user_id: world.admin.id })).statusCode).toBe(401)
  })

  it('revoke 3: the refresh token of the sign-in works before it is used', async () => {
    const tokens = await world.pair(world.admin)
    expect((await revoke({ refresh_token: tokens.refresh_token })).statusCode).toBe(200)
    expect(await world.works(tokens.access_token)).toBe(false)
    expect(world.audits().at(-1)).toMatchObject({ detail: { proof: 'refresh_token' } })
  })

  it('revoke 3: it works after a lost response, and after any number of rotations', async () => {
    const tokens = await world.pair(world.admin)
    let last = tokens
    for (let i = 0; i < 5; i += 1) last = (await world.refresh(last.refresh_token)).json().data
    expect((await revoke({ refresh_token: tokens.refresh_token })).statusCode).toBe(200)
    expect(await world.works(last.access_token)).toBe(false)
    expect((await world.refresh(last.refresh_token)).statusCode).toBe(401)
  })

  it('revoke 3: it works in the field of the revocation token, before and after its use', async () => {
    const [first, other] = [await world.pair(world.admin), await world.pair(world.admin)]
    await world.refresh(other.refresh_token)
    for (const { refresh_token, access_token } of [first, other]) {
      expect((await revoke({ revocation_token: refresh_token })).statusCode).toBe(200)
      expect(await world.works(access_token)).toBe(false)
    }
  })

  it('revoke 3: it works when the session expired', async () => {
    const tokens = await world.pair(world.admin)
    world.kernel.clock.set(world.kernel.clock.now() + 45 * day)
    expect((await revoke({ refresh_token: tokens.refresh_token })).statusCode).toBe(200)
  })

  it('revoke 3: a used secret grants neither access nor reuse', async () => {
    const tokens = await world.pair(world.admin)
    const fresh = (await world.refresh(tokens.refresh_token)).json().data
    expect(await world.works(tokens.refresh_token)).toBe(false)
    expect((await world.refresh(tokens.refresh_token)).statusCode).toBe(401)
    expect(await world.works(fresh.access_token)).toBe(true)
  })

  it('revoke 3: a used secret is rejected for another installation', async () => {
    const tokens = await world.pair(world.admin)
    const fresh = (await world.refresh(tokens.refresh_token)).json().data
    const foreign = { refresh_token: tokens.refresh_token, installation_id: 'phone-2' }
    expect((await revoke(foreign)).statusCode).toBe(401)
    expect(await world.works(fresh.access_token)).toBe(true)
    expect((await revoke({ refresh_token: tokens.refresh_token })).statusCode).toBe(200)
  })

  it('revoke 4: a used secret removes its own session and no replacement', async () => {
    const tokens = await world.pair(world.admin)
    await world.refresh(tokens.refresh_token)
    const replacement = await world.pair(world.admin)
    const pushes = world.kernel.service(pushesRef)
    pushes.register(world.admin.id, home, replacement.mobile_session_id)
    expect((await revoke({ refresh_token: tokens.refresh_token })).statusCode).toBe(200)
    expect((await revoke({ refresh_token: tokens.refresh_token })).statusCode).toBe(401)
    expect(await world.works(replacement.access_token)).toBe(true)
    expect(pushes.of(world.admin.id, home)).toEqual([replacement.mobile_session_id])
    expect((await world.refresh(replacement.refresh_token)).statusCode).toBe(200)
  })

  it('revoke 4: other installations, users and later sign-ins are unaffected', async () => {
    const member = await world.addUser('mia')
    const tokens = await world.pair(world.admin)
    const others = [await world.pair(world.admin, 'phone-2'), await world.pair(member), await world.pair(world.admin)]
    expect((await byToken(tokens)).statusCode).toBe(200)
    for (const { access_token: token } of others) expect(await world.works(token)).toBe(true)
    for (const { refresh_token, mobile_session_id: id } of others) {
      const installation = id === others[0]?.mobile_session_id ? 'phone-2' : home
      expect((await world.refresh(refresh_token, installation)).statusCode).toBe(200)
    }
  })

  it('has its own limiter: 30 failures per address in 15 minutes, independent of sign-in', async () => {
    const wrong = { ...world.admin, password: 'not the password' }
    for (let i = 0; i < 6; i += 1) await world.login(wrong)
    expect((await world.login(world.admin)).statusCode).toBe(429)
    for (let i = 0; i < 30; i += 1) expect((await revoke({ revocation_token: 'x' })).statusCode).toBe(401)
    const refused = await revoke({ revocation_token: 'x' })
    expect(refused.statusCode).toBe(429)
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
    expect((await revoke({ revocation_token: 'x' }, '192.0.2.99')).statusCode).toBe(401)
    world.kernel.clock.set(world.kernel.clock.now() + 15 * minute)
    expect((await revoke({ revocation_token: 'x' })).statusCode).toBe(401)
  })

  it('removes nothing if the commit fails', async () => {
    const tokens = await world.pair(world.admin)
    const pushes = world.kernel.service(pushesRef)
    pushes.register(world.admin.id, home, tokens.mobile_session_id)
    world.kernel.database.exec(
      "CREATE TRIGGER broken BEFORE DELETE ON mobile_sessions BEGIN SELECT raise(ABORT, 'disk'); END",
    )
    expect((await byToken(tokens)).statusCode).toBe(500)
    expect(pushes.of(world.admin.id, home)).toEqual([tokens.mobile_session_id])
    expect(world.audits().filter(({ action }) => action === 'mobile_revoke')).toEqual([])
    world.kernel.database.exec('DROP TRIGGER broken')
    expect((await byToken(tokens)).statusCode).toBe(200)
  })
})
