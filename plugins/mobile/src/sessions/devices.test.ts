import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { pushesRef } from '../../test/pushes.ts'
import { bearer, day, home, minute, openWorld, type Person, type World } from '../../test/world.ts'

let world: World
let member: Person
beforeEach(async () => {
  world = await openWorld()
  member = await world.addUser('mia')
})
afterEach(() => world.close())

const list = async (person: Person) => (await world.get('/api/mobile/auth/devices', person.cookie)).json().data
const remove = (id: string, person: Person) => world.remove(`/api/mobile/auth/devices/${id}`, person.cookie)

describe('the list of devices', () => {
  it('contains the own ones, most recently used first, without expired ones', async () => {
    const first = await world.pair(member, 'phone-1', 'One')
    world.kernel.clock.set(world.kernel.clock.now() + minute)
    await world.pair(member, 'phone-2', 'Two')
    await world.pair(world.admin)
    expect((await list(member)).map(({ device_name }: { device_name: string }) => device_name)).toEqual(['Two', 'One'])
    world.kernel.clock.set(world.kernel.clock.now() + minute)
    await world.works(first.access_token)
    expect(await list(member)).toEqual([
      {
        id: first.mobile_session_id,
        device_name: 'One',
        installation_id: 'phone-1',
        created_at: '2026-01-31T12:00:00Z',
        last_used_at: '2026-01-31T12:02:00Z',
      },
      expect.objectContaining({ device_name: 'Two' }),
    ])
    world.kernel.clock.set(world.kernel.clock.now() + 30 * day)
    const again = await world.post('/api/auth/login', { username: 'mia', password: member.password })
    const cookie = String(again.headers['set-cookie']).split(';')[0] as string
    expect((await world.get('/api/mobile/auth/devices', { cookie })).json().data).toEqual([])
  })

  it('requires a signed-in user', async () => {
    expect((await world.get('/api/mobile/auth/devices')).statusCode).toBe(401)
    expect((await world.remove('/api/mobile/auth/devices/x')).statusCode).toBe(401)
    expect((await world.post('/api/mobile/pair')).statusCode).toBe(401)
  })
})

describe('removing a device', () => {
  it('revokes the session with its tokens, registration and connections', async () => {
    const tokens = await world.pair(member)
    const pushes = world.kernel.service(pushesRef)
    pushes.register(member.id, home, tokens.mobile_session_id)
    world.revoked.length = 0
    expect((await remove(tokens.mobile_session_id, member)).json()).toEqual({ data: 'ok' })
    expect(await world.works(tokens.access_token)).toBe(false)
    expect((await world.refresh(tokens.refresh_token)).statusCode).toBe(401)
    expect(pushes.of(member.id, home)).toEqual([])
    expect(world.revoked).toEqual([{ userId: member.id, credentialId: tokens.mobile_session_id }])
    expect((await remove(tokens.mobile_session_id, member)).statusCode).toBe(404)
    expect(world.audits().map(({ who, action }) => `${who} ${action}`)).toEqual([
      'mia mobile_pair',
      'mia mobile_revoke',
    ])
  })

  it('is restricted to its owner, also for admins', async () => {
    const tokens = await world.pair(member)
    expect((await remove(tokens.mobile_session_id, world.admin)).statusCode).toBe(403)
    expect((await remove('nothing', member)).statusCode).toBe(404)
    expect(await world.works(tokens.access_token)).toBe(true)
  })
})

describe('signing out on the phone', () => {
  const logout = (headers: object) => world.post('/api/mobile/auth/logout', undefined, headers)

  it('revokes the session of the bearer', async () => {
    const [one, two] = [await world.pair(member), await world.pair(member)]
    expect((await logout(bearer(one.access_token))).json()).toEqual({ data: 'ok' })
    expect(await world.works(one.access_token)).toBe(false)
    expect(await world.works(two.access_token)).toBe(true)
    expect((await logout(bearer(one.access_token))).statusCode).toBe(401)
    expect(world.audits().at(-1)).toMatchObject({
      action: 'mobile_logout',
      detail: { session_id: one.mobile_session_id },
    })
  })

  it('requires the bearer token of a mobile session', async () => {
    const web = member.cookie.cookie.replace('session_token=', '')
    expect((await logout({})).statusCode).toBe(401)
    expect((await logout(bearer('x'.repeat(43)))).statusCode).toBe(401)
    expect((await logout(member.cookie)).statusCode).toBe(401)
    expect((await logout({ ...member.cookie, ...bearer('x'.repeat(43)) })).statusCode).toBe(401)
    expect((await logout(bearer(web))).statusCode).toBe(400)
    const { access_token: token } = await world.pair(member)
    expect((await logout({ ...member.cookie, ...bearer(token) })).statusCode).toBe(200)
    expect(await world.works(token)).toBe(false)
  })
})

describe('the sessions service', () => {
  it('finds active sessions only', async () => {
    const { session } = world.kernel.service(pushesRef)
    const { mobile_session_id: id } = await world.pair(member)
    expect(session(id)).toEqual({ id, userId: member.id, installationId: home, deviceName: 'Pixel' })
    expect(session('nothing')).toBeUndefined()
    world.kernel.clock.set(world.kernel.clock.now() + 30 * day)
    expect(session(id)).toBeUndefined()
  })
})
