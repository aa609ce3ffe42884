import { describe, expect, it } from 'vitest'
import { secondFactor, shownBy } from '../../test/second-factor.ts'
import { mia, withMia, world } from '../../test/with-mia.ts'
import { home, type Person, type World } from '../../test/world.ts'

withMia()

type InjectResponse = Awaited<ReturnType<World['get']>>
const done = (response: InjectResponse) =>
  expect([response.statusCode, response.body]).toEqual([200, expect.any(String)])
const put = async (url: string, payload: object, { cookie }: Person = world.admin) =>
  done(await world.kernel.inject({ method: 'PUT', url, payload, headers: cookie } as object))
const edit = (changes: object) => put(`/api/users/${mia.id}`, changes)
const post = async (url: string, payload: object) => {
  const response = await world.post(url, payload, mia.cookie)
  done(response)
  return response.json().data
}
const newPassword = (from: string, to: string) =>
  put('/api/auth/password', { old_password: from, new_password: to }, mia)
const recover = (body: object, ip: string) => world.recover({ expected_user_id: mia.id, ...body }, ip)

/** Expects a code and a grant from before `change` to be invalid after it. */
async function expectDeadAfter(change: () => Promise<unknown>) {
  const [session] = [await world.pair(mia), await world.pair(mia)]
  const started = (await recover({ pairing_code: await world.code(mia) }, '192.0.2.20')).json().data
  expect(started.outcome).toBe('selection_required')
  const code = await world.code(mia)
  await change()
  const chosen = { recovery_token: started.recovery_token, expected_session_id: session.mobile_session_id }
  expect((await recover(chosen, '192.0.2.21')).statusCode).toBe(401)
  expect([400, 401]).toContain((await recover({ pairing_code: code }, '192.0.2.22')).statusCode)
  const body = { code, installation_id: home, device_name: 'Pixel' }
  expect((await world.post('/api/mobile/auth/pair', body, {}, '192.0.2.23')).statusCode).toBe(400)
}

const turnOn = async () => {
  const { secret } = await post('/api/auth/2fa/setup', {})
  await post('/api/auth/2fa/enable', { code: shownBy(world, secret).now() })
}
const chosen = 'a-long-new-password-1'

const changes: [string, () => Promise<unknown>, () => Promise<unknown>][] = [
  ['the role', () => edit({ role: 'admin' }), () => edit({ role: 'member' })],
  ['the must-change flag', () => edit({ must_change_password: true }), () => edit({ must_change_password: false })],
  ['a password of an admin', () => edit({ password: chosen }), () => edit({ password: mia.password })],
  ['the own password', () => newPassword(mia.password, chosen), () => newPassword(chosen, mia.password)],
  ['the second factor', turnOn, () => post('/api/auth/2fa/disable', { password: mia.password })],
]

describe('recover 3: authority of codes and grants', () => {
  it.each(changes)('recover 3: is invalidated by an account change: %s', (_, change) => expectDeadAfter(change))

  it.each(changes)('recover 3: is invalidated by an account change that is undone: %s', (_, change, undo) =>
    expectDeadAfter(async () => {
      await change()
      await undo()
    }),
  )

  it('recover 3: is invalidated when the second factor is reset', async () => {
    secondFactor(world, mia)
    await expectDeadAfter(() => edit({ reset_2fa: true }))
  })

  it('recover 3: is invalidated with the account', () =>
    expectDeadAfter(() => world.remove(`/api/users/${mia.id}`, world.admin.cookie)))

  it('recover 3: is invalidated with the web session that requested the code', () =>
    expectDeadAfter(() => world.post('/api/auth/logout', undefined, mia.cookie)))

  it('recover 3: is unaffected by changes of other users and other sessions', async () => {
    const gus = await world.addUser('gus')
    await world.pair(mia)
    const second = await world.pair(mia)
    const started = (await recover({ pairing_code: await world.code(mia) }, '192.0.2.20')).json().data
    const entered = await world.post('/api/auth/login', { username: 'mia', password: mia.password })
    const cookie = { cookie: String(entered.headers['set-cookie']).split(';')[0] as string }
    done(await world.post('/api/auth/logout', undefined, cookie))
    done(await world.remove(`/api/mobile/auth/devices/${second.mobile_session_id}`, mia.cookie))
    await put(`/api/users/${gus.id}`, { role: 'admin' })
    expect((await recover({ recovery_token: started.recovery_token }, '192.0.2.21')).statusCode).toBe(200)
  })
})
