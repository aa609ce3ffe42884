import { randomUUID } from 'node:crypto'
import { pluginAdministration } from '@svc/plugin-sdk'
import { describe, expect, it } from 'vitest'
import { pushesRef } from '../../test/pushes.ts'
import { mia, withMia, world } from '../../test/with-mia.ts'
import { captured, home, minute, type Person, second, type Tokens } from '../../test/world.ts'

withMia()

const begin = async (more: object = {}) => {
  const response = await world.recover({ pairing_code: await world.code(mia), expected_user_id: mia.id, ...more })
  expect(response.statusCode).toBe(200)
  return response.json().data
}
const go = (token: string, more: object = {}) =>
  world.recover({ recovery_token: token, expected_user_id: mia.id, ...more })
const choose = ({ mobile_session_id: id }: Tokens) => ({ expected_session_id: id })
const status = async (token: string, more: object = {}) => (await go(token, more)).statusCode
const later = (ms: number) => world.kernel.clock.set(world.kernel.clock.now() + ms)
const rows = () => world.kernel.database.prepare('SELECT count(*) FROM mobile_sessions').pluck().get()

/** Requests one more grant within a minute of the first; expects a rejection that loses nothing. Returns the request. */
async function expectNoRoom() {
  const tokens = await world.pair(mia)
  const body = { pairing_code: await world.code(mia), expected_user_id: mia.id, ...captured(tokens) }
  const refused = await world.recover(body)
  expect([refused.statusCode, refused.json().error.code]).toEqual([429, 'RECOVERY_CAPACITY'])
  expect(refused.headers['retry-after']).toBe('240')
  expect(await world.works(tokens.access_token)).toBe(true)
  return body
}

describe('recover 7: grants', () => {
  it('recover 7: codes and grants return a recovery token, passwords do not', async () => {
    const started = await begin()
    expect(started.recovery_token).toMatch(/^[\w-]{43}$/)
    expect((await go(started.recovery_token)).json().data).toEqual(started)
    const { username, password, id } = mia
    const byPassword = await world.recover({ username, password, expected_user_id: id })
    expect(byPassword.json().data).not.toHaveProperty('recovery_token')
  })

  it('recover 7: expires five minutes after its creation, whatever its use', async () => {
    await world.pair(mia)
    const { recovery_token: token } = await begin()
    later(4 * minute)
    expect((await go(token)).json().data.outcome).toBe('selection_required')
    later(minute - second)
    expect(await status(token)).toBe(200)
    later(second)
    expect(await status(token)).toBe(401)
  })

  it('recover 7: finishing it does not renew the five minutes', async () => {
    const [one] = [await world.pair(mia), await world.pair(mia)]
    const { recovery_token: token } = await begin()
    later(4 * minute)
    expect((await go(token, choose(one))).json().data.outcome).toBe('ok')
    later(minute - second)
    expect(await status(token)).toBe(200)
    later(second)
    expect(await status(token)).toBe(401)
  })

  it('recover 7: expires on time even if the clock stepped back, before its creation or after', async () => {
    const now = world.kernel.clock.now()
    later(3 * minute)
    const { recovery_token: early } = await begin()
    world.kernel.clock.set(now)
    expect(await status(early)).toBe(401)
    const { recovery_token: token } = await begin()
    later(4 * minute)
    expect(await status(token)).toBe(200)
    later(minute)
    expect(await status(token)).toBe(401)
  })

  it('recover 7: a user has at most 8 grants, which leaves capacity for others', async () => {
    for (let i = 0; i < 8; i += 1) {
      if (i === 1) later(minute)
      await begin()
    }
    const body = await expectNoRoom()
    const { admin } = world
    const other = { pairing_code: await world.code(admin), expected_user_id: admin.id }
    expect((await world.recover(other)).statusCode).toBe(200)
    later(4 * minute)
    expect((await world.recover(body)).json().data.outcome).toBe('ok')
  })

  it('recover 7: is kept in memory only and lost on restart', async () => {
    const { recovery_token: token } = await begin()
    const dump = JSON.stringify([
      ...['mobile_sessions', 'mobile_consumed_secrets', 'system_audit_logs'].map((table) =>
        world.kernel.database.prepare(`SELECT * FROM ${table}`).all(),
      ),
      world.kernel.logs,
    ])
    expect(dump).not.toContain(token)
    world.kernel.service(pluginAdministration).restart()
    await world.kernel.settled()
    expect(await status(token)).toBe(401)
  })

  it('recover 7: is bound to account, installation and exact material', async () => {
    const tokens = await world.pair(mia)
    await world.pair(mia)
    const material = captured({ access_token: tokens.refresh_token, refresh_token: '' })
    const { recovery_token: token } = await begin(material)
    const chosen = { ...material, ...choose(tokens) }
    let address = 20
    const statusOf = async (more: object) => {
      address += 1
      const body = { recovery_token: token, expected_user_id: mia.id, ...more }
      return (await world.recover(body, `192.0.2.${address}`)).statusCode
    }
    expect(await statusOf({ ...chosen, expected_user_id: world.admin.id })).toBe(403)
    expect(await statusOf({ ...chosen, installation_id: 'phone-2' })).toBe(401)
    expect(await statusOf({ ...chosen, access_token: '' })).toBe(401)
    expect(await statusOf({ ...chosen, access_token: '', refresh_token: tokens.refresh_token })).toBe(401)
    expect(await statusOf({ ...chosen, revocation_token: 'x' })).toBe(401)
    expect(rows()).toBe(2)
    expect(await statusOf(chosen)).toBe(200)
    expect(rows()).toBe(1)
  })

  it('recover 7: empty material is compared as well', async () => {
    const { recovery_token: token } = await begin()
    expect(await status(token, { access_token: ' ' })).toBe(401)
    expect(await status(token)).toBe(200)
  })

  it('recover 7: authorizes no sign-in, pairing, refresh or API call', async () => {
    const { recovery_token: token } = await begin()
    expect(await world.works(token)).toBe(false)
    expect((await world.get('/api/auth/me', { cookie: `session_token=${token}` })).statusCode).toBe(401)
    expect((await world.get('/api/auth/me', { 'x-api-key': token })).statusCode).toBe(401)
    expect((await world.refresh(token)).statusCode).toBe(401)
    for (const code of [token, `svc_pair_${token}`]) {
      const body = { code, installation_id: home, device_name: 'Pixel' }
      expect((await world.post('/api/mobile/auth/pair', body)).statusCode).toBe(400)
    }
    const proof = { installation_id: home, revocation_token: token }
    expect((await world.post('/api/mobile/auth/revoke', proof)).statusCode).toBe(401)
    expect((await world.recover({ pairing_code: token, expected_user_id: mia.id })).statusCode).toBe(400)
  })

  it('recover 7: at most 128 are held; the next is 429 with nothing removed and its code still valid', async () => {
    const others: Person[] = []
    for (let i = 0; i < 16; i += 1) others.push(await world.addUser(`user-${i}`))
    for (let i = 0; i < 128; i += 1) {
      if (i === 1) later(minute)
      const owner = others[i >> 3] ?? mia
      const started = await world.recover({ pairing_code: await world.code(owner), expected_user_id: owner.id })
      expect(started.statusCode).toBe(200)
    }
    const body = await expectNoRoom()
    const { username, password, id } = mia
    expect((await world.recover({ username, password, expected_user_id: id })).statusCode).toBe(200)
    later(4 * minute)
    expect((await world.recover(body)).json().data.outcome).toBe('ok')
  })

  it('recover 7: only candidates that were offered first can be chosen', async () => {
    const [one, two] = [await world.pair(mia), await world.pair(mia)]
    const started = await begin()
    expect(started.candidates).toHaveLength(2)
    const replacement = await world.pair(mia)
    expect((await go(started.recovery_token)).json().data.candidates).toHaveLength(2)
    expect(await status(started.recovery_token, choose(replacement))).toBe(409)
    expect(await status(started.recovery_token, { expected_session_id: randomUUID() })).toBe(409)
    expect(rows()).toBe(3)
    const done = await go(started.recovery_token, choose(one))
    expect(done.json().data).toMatchObject({ outcome: 'ok', mobile_session_id: one.mobile_session_id, candidates: [] })
    expect(await status(started.recovery_token, choose(two))).toBe(409)
    for (const { access_token: token } of [two, replacement]) expect(await world.works(token)).toBe(true)
  })

  it('recover 7: the choice is pinned before the removal', async () => {
    const [one, two] = [await world.pair(mia), await world.pair(mia)]
    const { recovery_token: token } = await begin()
    world.kernel.database.exec(
      "CREATE TRIGGER broken BEFORE DELETE ON mobile_sessions BEGIN SELECT raise(ABORT, 'disk'); END",
    )
    expect(await status(token, choose(one))).toBe(500)
    world.kernel.database.exec('DROP TRIGGER broken')
    expect(rows()).toBe(2)
    expect(await status(token, choose(two))).toBe(409)
    const open = (await go(token)).json().data
    expect(open.candidates.map(({ mobile_session_id: id }: Tokens) => id)).toEqual([one.mobile_session_id])
    expect((await go(token, choose(one))).json().data.outcome).toBe('ok')
    expect(await world.works(two.access_token)).toBe(true)
  })

  it('recover 7: a finished grant keeps its response until it expires', async () => {
    const [one] = [await world.pair(mia), await world.pair(mia)]
    const { recovery_token: token } = await begin()
    const done = (await go(token, choose(one))).json().data
    await world.pair(mia)
    world.kernel.service(pushesRef).register(mia.id, home, null)
    expect((await go(token, choose(one))).json().data).toEqual(done)
    expect((await go(token)).json().data).toEqual(done)
    expect(world.audits().filter(({ detail }) => Reflect.get(detail, 'outcome') === 'ok')).toHaveLength(1)
    later(5 * minute)
    expect(await status(token)).toBe(401)
  })

  it('recover 7: one of two concurrent choices is applied', async () => {
    const [one, two] = [await world.pair(mia), await world.pair(mia)]
    const { recovery_token: token } = await begin()
    const responses = await Promise.all([status(token, choose(one)), status(token, choose(two))])
    expect(responses.sort()).toEqual([200, 409])
    expect(rows()).toBe(1)
  })

  it('recover 7: a candidate that was deleted meanwhile is already absent', async () => {
    const [one, two] = [await world.pair(mia), await world.pair(mia)]
    const { recovery_token: token } = await begin()
    await world.remove(`/api/mobile/auth/devices/${one.mobile_session_id}`, mia.cookie)
    const done = (await go(token, choose(one))).json().data
    expect(done).toMatchObject({ outcome: 'already_absent', mobile_session_id: one.mobile_session_id })
    expect(await status(token, choose(two))).toBe(409)
    expect(await world.works(two.access_token)).toBe(true)
  })

  it('recover 7: without an id nothing is removed, even when the material names one session meanwhile', async () => {
    const [one, two] = [await world.pair(mia), await world.pair(mia)]
    const material = captured({ access_token: one.access_token, refresh_token: two.refresh_token })
    const { recovery_token: token, outcome } = await begin(material)
    expect(outcome).toBe('selection_required')
    await world.remove(`/api/mobile/auth/devices/${two.mobile_session_id}`, mia.cookie)
    const again = (await go(token, material)).json().data
    expect(again).toMatchObject({
      outcome: 'selection_required',
      mobile_session_id: null,
      candidates: [{ mobile_session_id: one.mobile_session_id }],
    })
    expect(again.candidates).toHaveLength(1)
    expect(await world.works(one.access_token)).toBe(true)
    expect((await go(token, { ...material, ...choose(one) })).json().data.outcome).toBe('ok')
  })

  it('recover 7: material that names another session than the pinned one removes neither', async () => {
    const [a, b, c] = [await world.pair(mia), await world.pair(mia), await world.pair(mia)]
    const material = captured({ access_token: b.access_token, refresh_token: c.refresh_token })
    const { recovery_token: token } = await begin(material)
    world.kernel.database.exec(
      "CREATE TRIGGER broken BEFORE DELETE ON mobile_sessions BEGIN SELECT raise(ABORT, 'disk'); END",
    )
    expect(await status(token, { ...material, ...choose(a) })).toBe(500)
    world.kernel.database.exec('DROP TRIGGER broken')
    const remove = async ({ mobile_session_id: id }: Tokens) =>
      expect((await world.remove(`/api/mobile/auth/devices/${id}`, mia.cookie)).statusCode).toBe(200)
    await remove(c)
    const open = (await go(token, material)).json().data
    expect(open.candidates.map(({ mobile_session_id: id }: Tokens) => id)).toEqual([a.mobile_session_id])
    expect(await status(token, { ...material, ...choose(b) })).toBe(409)
    await remove(a)
    expect(await status(token, material)).toBe(409)
    expect(await world.works(b.access_token)).toBe(true)
  })

  it('recover 7: 64 offered candidates stay fixed when more are added', async () => {
    const offered: Tokens[] = []
    for (let i = 0; i < 64; i += 1) offered.push(await world.pair(mia))
    const { recovery_token: token } = await begin()
    await world.pair(mia)
    expect((await go(token)).json().data.candidates).toHaveLength(64)
    expect((await go(token, choose(offered[3] as Tokens))).json().data.outcome).toBe('ok')
  })

  it('recover 7: unattributed state added later is 409 without an id', async () => {
    const [one] = [await world.pair(mia), await world.pair(mia)]
    const { recovery_token: token } = await begin()
    world.kernel.service(pushesRef).register(mia.id, home, null)
    const refused = await go(token)
    expect([refused.statusCode, refused.json().error.code]).toEqual([409, 'RECOVERY_STATE_UNATTRIBUTED'])
    expect(rows()).toBe(2)
    expect((await go(token, choose(one))).json().data.outcome).toBe('ok')
    expect(world.kernel.service(pushesRef).of(mia.id, home)).toEqual([null])
  })

  it('recover 7: an absence grant without id cannot clean up later replacement state', async () => {
    const started = await begin()
    expect(started.outcome).toBe('already_absent')
    const replacement = await world.pair(mia)
    expect((await go(started.recovery_token)).json().data).toEqual(started)
    expect(await status(started.recovery_token, choose(replacement))).toBe(409)
    expect(await status(started.recovery_token, captured(replacement))).toBe(401)
    expect(await world.works(replacement.access_token)).toBe(true)
  })

  it('recover 7: when all offered candidates are deleted, later sessions are neither offered nor denied', async () => {
    const one = await world.pair(mia)
    const { recovery_token: token } = await begin()
    const replacement = await world.pair(mia)
    await world.remove(`/api/mobile/auth/devices/${one.mobile_session_id}`, mia.cookie)
    expect(await status(token)).toBe(409)
    await world.remove(`/api/mobile/auth/devices/${replacement.mobile_session_id}`, mia.cookie)
    expect((await go(token)).json().data).toMatchObject({ outcome: 'already_absent', mobile_session_id: null })
  })
})
