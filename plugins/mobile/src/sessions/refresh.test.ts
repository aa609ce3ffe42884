import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { pushesRef } from '../../test/pushes.ts'
import { day, home, minute, openWorld, second, type World } from '../../test/world.ts'

let world: World
beforeEach(async () => {
  world = await openWorld()
})
afterEach(() => world.close())

const consumed = () => world.kernel.database.prepare('SELECT * FROM mobile_consumed_secrets').all()

describe('a refresh', () => {
  it('keeps session and registration; the previous access and refresh tokens become invalid', async () => {
    const old = await world.pair(world.admin)
    const pushes = world.kernel.service(pushesRef)
    pushes.register(world.admin.id, home, old.mobile_session_id)
    world.revoked.length = 0
    const response = await world.refresh(old.refresh_token)
    expect(response.statusCode).toBe(200)
    const fresh = response.json().data
    expect(fresh).toMatchObject({ mobile_session_id: old.mobile_session_id, access_expires_in_secs: 900 })
    expect(fresh).not.toHaveProperty('revocation_token')
    expect(await world.works(old.access_token)).toBe(false)
    expect(await world.works(fresh.access_token)).toBe(true)
    expect((await world.refresh(old.refresh_token)).statusCode).toBe(401)
    expect(pushes.of(world.admin.id, home)).toEqual([old.mobile_session_id])
    expect(world.revoked).toEqual([{ userId: world.admin.id, credentialId: old.mobile_session_id }])
    const revocation = { installation_id: home, revocation_token: old.revocation_token }
    expect((await world.post('/api/mobile/auth/revoke', revocation)).statusCode).toBe(200)
  })

  it('succeeds once for concurrent requests with one token', async () => {
    const { refresh_token: token } = await world.pair(world.admin)
    const responses = await Promise.all(Array.from({ length: 6 }, () => world.refresh(token)))
    expect(responses.map(({ statusCode }) => statusCode).sort()).toEqual([200, 401, 401, 401, 401, 401])
    expect(consumed()).toHaveLength(1)
  })

  it('with a used token grants nothing, revokes nothing and is audited once an hour', async () => {
    const old = await world.pair(world.admin)
    const fresh = (await world.refresh(old.refresh_token)).json().data
    for (let i = 0; i < 5; i += 1) expect((await world.refresh(old.refresh_token)).statusCode).toBe(401)
    expect(await world.works(fresh.access_token)).toBe(true)
    expect((await world.refresh(fresh.refresh_token)).statusCode).toBe(200)
    expect(world.audits().filter(({ action }) => action === 'mobile_refresh_reused')).toHaveLength(1)
  })

  it('is rejected for an unknown token, another installation and an expired session', async () => {
    const { refresh_token: token } = await world.pair(world.admin)
    for (const wrong of ['x'.repeat(43), 'short', 'x'.repeat(512)]) {
      expect((await world.refresh(wrong)).statusCode).toBe(401)
    }
    expect((await world.refresh(token, 'phone-2')).statusCode).toBe(401)
    world.kernel.clock.set(world.kernel.clock.now() + 30 * day - second)
    const fresh = (await world.refresh(token)).json().data
    world.kernel.clock.set(world.kernel.clock.now() + 30 * day)
    expect((await world.refresh(fresh.refresh_token)).statusCode).toBe(401)
  })

  it('names the missing field', async () => {
    expect((await world.refresh('')).json().error.details[0].field).toBe('refresh_token')
    expect((await world.refresh('x', '')).json().error.details[0].field).toBe('installation_id')
  })

  it('is rejected while the account must change its password', async () => {
    const member = await world.addUser('mia')
    const { refresh_token: token } = await world.pair(member)
    world.kernel.database.prepare('UPDATE auth_users SET must_change_password = 1 WHERE id = ?').run(member.id)
    const response = await world.refresh(token)
    expect(response.statusCode).toBe(403)
    expect(response.json().error.message).toMatch(/^Forbidden: MUST_CHANGE_PASSWORD/)
    world.kernel.database.prepare('UPDATE auth_users SET must_change_password = 0 WHERE id = ?').run(member.id)
    expect((await world.refresh(token)).statusCode).toBe(200)
  })

  it('is limited to 60 in 15 minutes', async () => {
    let { refresh_token: token } = await world.pair(world.admin)
    for (let i = 0; i < 60; i += 1) token = (await world.refresh(token)).json().data.refresh_token
    const refused = await world.refresh(token)
    expect(refused.statusCode).toBe(429)
    world.kernel.clock.set(world.kernel.clock.now() + 15 * minute)
    expect((await world.refresh(token)).statusCode).toBe(200)
  })

  it('changes nothing if the commit fails', async () => {
    const old = await world.pair(world.admin)
    world.kernel.database.exec(
      "CREATE TRIGGER broken BEFORE INSERT ON mobile_consumed_secrets BEGIN SELECT raise(ABORT, 'disk'); END",
    )
    expect((await world.refresh(old.refresh_token)).statusCode).toBe(500)
    expect(await world.works(old.access_token)).toBe(true)
    world.kernel.database.exec('DROP TRIGGER broken')
    expect((await world.refresh(old.refresh_token)).statusCode).toBe(200)
  })
})
