import { beforeEach, describe, expect, it } from 'vitest'
import { tokenOf, withCookie } from '../../test/door.ts'
import { addSecondFactor, authenticatorOf, caller, type SecondDevice } from '../../test/second-device.ts'
import { door, password, token, withAnn } from '../../test/with-ann.ts'

withAnn({ config: { rate_limit: { login_max: 20 } } })

let device: SecondDevice
let recoveryCodes: string[]
beforeEach(async () => {
  const added = await addSecondFactor(door, token)
  device = added.device
  recoveryCodes = added.recoveryCodes
})

const login = (totp_code?: string) => door.login({ username: 'ann', password, ...(totp_code && { totp_code }) })
const statusOf = async (code: string) => (await login(code)).statusCode
const left = async () =>
  (await caller(door, withCookie(token))('GET', '2fa/status')).json().data.recovery_codes_left as number

describe('signing in with a second factor', () => {
  it('asks for the code, then lets in', async () => {
    const before = door.audits()
    const challenge = await login()
    expect(challenge.statusCode).toBe(422)
    expect(challenge.json()).toEqual({
      error: { code: 'TWO_FACTOR_REQUIRED', message: 'Validation error: 2fa_required' },
    })
    expect(tokenOf(challenge)).toBe('')
    expect(door.audits()).toEqual(before)

    const answer = await login(device.code())
    expect(answer.statusCode).toBe(200)
    expect((await caller(door, withCookie(tokenOf(answer)))('GET', 'me')).json().data.username).toBe('ann')
    expect(door.audits().slice(before.length)).toEqual([['ann', 'login', '192.0.2.1']])
  })

  it('refuses a wrong code like a wrong password', async () => {
    const wrong = await login(device.wrong())
    const unknown = await door.login({ username: 'nobody', password })
    expect([wrong.statusCode, wrong.body]).toEqual([401, unknown.body])
    expect(door.audits().at(-2)).toEqual(['anonymous', 'login_failed', '{"username":"ann"}', '192.0.2.1'])
  })

  it('takes one step of tolerance either side and no more', async () => {
    expect(await statusOf(device.code(-2))).toBe(401)
    expect(await statusOf(device.code(2))).toBe(401)
    expect(await statusOf(device.code(-1))).toBe(200)
    expect(await statusOf(device.code(1))).toBe(200)
  })

  it('takes a code once, and none older than the last one', async () => {
    expect(await statusOf(device.code())).toBe(200)
    expect(await statusOf(device.code())).toBe(401)
    expect(await statusOf(device.code(-1))).toBe(401)
    await door.kernel.clock.advance(30_000)
    expect(await statusOf(device.code(-1))).toBe(401)
    expect(await statusOf(device.code())).toBe(200)
  })

  it('does not take the code that turned it on', async () => {
    const bob = await door.addUser(token, 'bob')
    const his = caller(door, withCookie(await door.enter('bob', bob.password)))
    const { secret } = (await his('POST', '2fa/setup')).json().data
    const used = authenticatorOf(door, secret).code()
    expect((await his('POST', '2fa/enable', { code: used })).statusCode).toBe(200)
    const again = { username: 'bob', password: bob.password, totp_code: used }
    expect((await door.login(again)).statusCode).toBe(401)
    await door.kernel.clock.advance(30_000)
    expect((await door.login(again)).statusCode).toBe(401)
    expect((await door.login({ ...again, totp_code: authenticatorOf(door, secret).code() })).statusCode).toBe(200)
  })

  it('lets one of two in with the same code at the same moment', async () => {
    const code = device.code()
    const answers = await Promise.all([login(code), login(code)])
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 401])
  })

  it('asks no code of the others', async () => {
    const { password: his } = await door.addUser(token, 'bob')
    expect((await door.login({ username: 'bob', password: his })).statusCode).toBe(200)
    expect((await door.login({ username: 'bob', password: his, totp_code: 'whatever' })).statusCode).toBe(200)
  })
})

describe('a recovery code', () => {
  it('signs in once, however it is typed', async () => {
    const [first, second, third] = recoveryCodes as [string, string, string]
    expect(await statusOf(first)).toBe(200)
    expect(await left()).toBe(9)
    expect(door.audits().slice(-2)).toEqual([
      ['ann', 'recovery_code_used', '{"left":9}', '192.0.2.1'],
      ['ann', 'login', '192.0.2.1'],
    ])
    expect(await statusOf(first)).toBe(401)
    expect(await statusOf(second.toUpperCase().replaceAll('-', ' '))).toBe(200)
    expect(await statusOf(second)).toBe(401)
    expect(await statusOf(third.replaceAll('-', ''))).toBe(200)
    expect(await left()).toBe(7)
  })

  it('lets one of two in at the same moment', async () => {
    const [code = ''] = recoveryCodes
    const answers = await Promise.all([login(code), login(code)])
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 401])
    expect(await left()).toBe(9)
  })

  it('is not used up by a wrong password, nor by another account', async () => {
    const [code = ''] = recoveryCodes
    const bob = await door.addUser(token, 'bob')
    await addSecondFactor(door, await door.enter('bob', bob.password))
    const stolen = { username: 'bob', password: bob.password, totp_code: code }
    expect((await door.login({ username: 'ann', password: 'wrong', totp_code: code })).statusCode).toBe(401)
    expect((await door.login(stolen)).statusCode).toBe(401)
    expect(await left()).toBe(10)
    expect(await statusOf(code)).toBe(200)
  })

  it('still helps when the secret cannot be read any more', async () => {
    door.kernel.database.exec("UPDATE auth_second_factors SET sealed_secret = 'damaged'")
    expect(await statusOf(device.code())).toBe(401)
    const [code = ''] = recoveryCodes
    expect(await statusOf(code)).toBe(200)
    const said = door.kernel.logs.filter((record) => String(Reflect.get(record, 'msg')).includes('second factor'))
    expect(said).toEqual([expect.objectContaining({ level: 'error' })])
  })
})

describe('a sealed secret', () => {
  it('works for its own account only', async () => {
    const bob = await door.addUser(token, 'bob')
    await addSecondFactor(door, await door.enter('bob', bob.password))
    // what somebody with a hand in the database would do
    door.kernel.database.exec(
      `UPDATE auth_second_factors SET sealed_secret = (SELECT sealed_secret FROM auth_second_factors
         WHERE user_id <> '${bob.id}') WHERE user_id = '${bob.id}'`,
    )
    const attempt = { username: 'bob', password: bob.password, totp_code: device.code() }
    expect((await door.login(attempt)).statusCode).toBe(401)
  })
})
