import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createTestKernel } from '@svc/kernel/testing'
import { authWithCheapHashes as auth } from '@svc/plugin-auth/testing'
import system from '@svc/plugin-system'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { day, openWorld, type World } from '../../test/world.ts'
import mobile from '../index.ts'

let world: World
let folder: string
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'svc-mobile-'))
  world = await openWorld({ dataDir: folder })
})
afterEach(async () => {
  await world.close()
  rmSync(folder, { recursive: true, force: true })
})

const put = (url: string, payload: object, headers: object) =>
  world.kernel.inject({ method: 'PUT', url, payload, headers } as object)
const rows = () => world.kernel.database.prepare('SELECT count(*) FROM mobile_sessions').pluck().get()

describe('when all credentials of a user are revoked', () => {
  it('mobile sessions are revoked, except those of other users', async () => {
    const member = await world.addUser('mia')
    const [mine, other] = [await world.pair(member), await world.pair(world.admin)]
    const body = { old_password: member.password, new_password: 'a-long-new-password-1' }
    expect((await put('/api/auth/password', body, member.cookie)).statusCode).toBe(200)
    expect(await world.works(mine.access_token)).toBe(false)
    expect((await world.refresh(mine.refresh_token)).statusCode).toBe(401)
    expect(await world.works(other.access_token)).toBe(true)
  })

  it('by a mobile session, that one is kept', async () => {
    const member = await world.addUser('mia')
    const [mine, other] = [await world.pair(member), await world.pair(member)]
    const body = { old_password: member.password, new_password: 'a-long-new-password-1' }
    const headers = { authorization: `Bearer ${mine.access_token}` }
    expect((await put('/api/auth/password', body, headers)).statusCode).toBe(200)
    expect(await world.works(mine.access_token)).toBe(true)
    expect((await world.refresh(mine.refresh_token)).statusCode).toBe(200)
    expect(await world.works(other.access_token)).toBe(false)
  })

  it('by deleting the account, no row remains', async () => {
    const member = await world.addUser('mia')
    const { access_token: token, refresh_token: refresh } = await world.pair(member)
    await world.refresh(refresh)
    expect((await world.remove(`/api/users/${member.id}`, world.admin.cookie)).statusCode).toBe(200)
    expect(await world.works(token)).toBe(false)
    expect(rows()).toBe(0)
    expect(world.kernel.database.prepare('SELECT * FROM mobile_consumed_secrets').all()).toEqual([])
  })

  it('while this plugin is disabled, they are invalid once it is enabled again', async () => {
    const [member, gus] = [await world.addUser('mia'), await world.addUser('gus')]
    const [mine, other] = [await world.pair(member), await world.pair(world.admin)]
    await world.pair(gus)
    await world.close()
    const without = await createTestKernel({ plugins: [system, auth], dataDir: folder, now: world.kernel.clock.now() })
    const body = { old_password: member.password, new_password: 'a-long-new-password-1' }
    const headers = member.cookie
    const changed = await without.inject({ method: 'PUT', url: '/api/auth/password', payload: body, headers })
    expect(changed.statusCode).toBe(200)
    const url = `/api/users/${gus.id}`
    expect((await without.inject({ method: 'DELETE', url, headers: world.admin.cookie })).statusCode).toBe(200)
    await without.close()
    const again = await createTestKernel({
      plugins: [system, auth, mobile],
      dataDir: folder,
      now: world.kernel.clock.now(),
    })
    try {
      const me = (token: string) => again.inject({ url: '/api/auth/me', headers: { authorization: `Bearer ${token}` } })
      expect((await me(mine.access_token)).statusCode).toBe(401)
      expect((await me(other.access_token)).statusCode).toBe(200)
      expect(again.database.prepare('SELECT id FROM mobile_sessions').pluck().all()).toEqual([other.mobile_session_id])
    } finally {
      await again.close()
      world = await openWorld()
    }
  })

  it('without an event, a session is deleted on its next use', async () => {
    const member = await world.addUser('mia')
    const tokens = await world.pair(member)
    world.kernel.database.prepare('UPDATE auth_users SET credentials_version = credentials_version + 1').run()
    expect(rows()).toBe(1)
    expect(await world.works(tokens.access_token)).toBe(false)
    expect(rows()).toBe(0)
  })

  it('without an event, a refresh token is invalid as well', async () => {
    const tokens = await world.pair(world.admin)
    world.kernel.database.prepare('UPDATE auth_users SET credentials_version = credentials_version + 1').run()
    expect((await world.refresh(tokens.refresh_token)).statusCode).toBe(401)
    expect(rows()).toBe(0)
  })
})

describe('a phone that is removed while its request is pending', () => {
  const chosen = 'a-long-new-password-1'
  /** Fills the hash queue; resolves when the first hash is done, while requests sent since are still waiting. */
  const busy = () =>
    Promise.race(
      Array.from({ length: 8 }, (_, i) =>
        world.post('/api/auth/login', { username: 'nobody', password: 'x' }, {}, `198.51.100.${i}`),
      ),
    )

  it.each([
    ['removed', 401, (id: string) => world.remove(`/api/mobile/auth/devices/${id}`, world.admin.cookie)],
    ['another one', 200, () => world.remove('/api/mobile/auth/devices/other', world.admin.cookie)],
    [
      'revoked unseen by this plugin',
      401,
      async () =>
        void world.kernel.database.exec('UPDATE auth_users SET credentials_version = credentials_version + 1'),
    ],
  ])('changes nothing: %s', async (_, status, revoke) => {
    const { access_token: token, mobile_session_id: id } = await world.pair(world.admin)
    const working = busy()
    const body = { old_password: world.admin.password, new_password: chosen }
    const act = put('/api/auth/password', body, { authorization: `Bearer ${token}` })
    await working
    await revoke(id)
    expect((await act).statusCode).toBe(status)
    expect((await world.login({ ...world.admin, password: chosen })).statusCode).toBe(status)
  })
})

describe('MobileSessionCleaner', () => {
  it('keeps expired sessions for 30 days and deletes revoked ones', async () => {
    const member = await world.addUser('mia')
    await world.pair(member)
    await world.pair(world.admin)
    world.kernel.clock.set(world.kernel.clock.now() + 60 * day - 1000)
    await world.kernel.runJob('MobileSessionCleaner')
    expect(rows()).toBe(2)
    world.kernel.database.prepare("UPDATE auth_users SET credentials_version = 99 WHERE username = 'mia'").run()
    await world.kernel.runJob('MobileSessionCleaner')
    expect(rows()).toBe(1)
    world.kernel.clock.set(world.kernel.clock.now() + 1000)
    await world.kernel.runJob('MobileSessionCleaner')
    expect(rows()).toBe(0)
  })
})
