import { beforeEach, describe, expect, it } from 'vitest'
import { type Authenticator, addSecondFactor, authenticatorOf, caller } from '../../test/second-factor.ts'
import { password, token, withAnn, world } from '../../test/with-ann.ts'
import { tokenOf, withCookie } from '../../test/world.ts'

withAnn({ config: { rate_limit: { login_max: 20 } } })

let device: Authenticator
let recoveryCodes: string[]
beforeEach(async () => {
  const added = await addSecondFactor(world, token)
  device = added.device
  recoveryCodes = added.recoveryCodes
})

const login = (totp_code?: string) => world.login({ username: 'ann', password, ...(totp_code && { totp_code }) })
const statusOf = async (code: string) => (await login(code)).statusCode
const left = async () =>
  (await caller(world, withCookie(token))('GET', '2fa/status')).json().data.recovery_codes_left as number

describe('sign-in with a second factor', () => {
  it('requires the code', async () => {
    const before = world.audits()
    const challenge = await login()
    expect(challenge.statusCode).toBe(422)
    expect(challenge.json()).toEqual({
      error: {
        code: 'TWO_FACTOR_REQUIRED',
        message: 'Validation error: 2fa_required',
        details: { code: 'auth.TWO_FACTOR_REQUIRED' },
      },
    })
    expect(tokenOf(challenge)).toBe('')
    expect(world.audits()).toEqual(before)

    const response = await login(device.code())
    expect(response.statusCode).toBe(200)
    expect((await caller(world, withCookie(tokenOf(response)))('GET', 'me')).json().data.username).toBe('ann')
    expect(world.audits().slice(before.length)).toEqual([['ann', 'login', '192.0.2.1']])
  })

  it('rejects a wrong code like a wrong password', async () => {
    const wrong = await login(device.wrongCode())
    const unknown = await world.login({ username: 'nobody', password })
    expect([wrong.statusCode, wrong.body]).toEqual([401, unknown.body])
    expect(world.audits().at(-2)).toEqual(['anonymous', 'login_failed', '{"username":"ann"}', '192.0.2.1'])
  })

  it('tolerates one step either side', async () => {
    expect(await statusOf(device.code(-2))).toBe(401)
    expect(await statusOf(device.code(2))).toBe(401)
    expect(await statusOf(device.code(-1))).toBe(200)
    expect(await statusOf(device.code(1))).toBe(200)
  })

  it('accepts a code once, and none older than the last one', async () => {
    expect(await statusOf(device.code())).toBe(200)
    expect(await statusOf(device.code())).toBe(401)
    expect(await statusOf(device.code(-1))).toBe(401)
    await world.kernel.clock.advance(30_000)
    expect(await statusOf(device.code(-1))).toBe(401)
    expect(await statusOf(device.code())).toBe(200)
  })

  it('rejects the code that enabled it', async () => {
    const bob = await world.addUser(token, 'bob')
    const his = caller(world, withCookie(await world.signIn('bob', bob.password)))
    const { secret } = (await his('POST', '2fa/setup')).json().data
    const used = authenticatorOf(world, secret).code()
    expect((await his('POST', '2fa/enable', { code: used })).statusCode).toBe(200)
    const again = { username: 'bob', password: bob.password, totp_code: used }
    expect((await world.login(again)).statusCode).toBe(401)
    await world.kernel.clock.advance(30_000)
    expect((await world.login(again)).statusCode).toBe(401)
    expect((await world.login({ ...again, totp_code: authenticatorOf(world, secret).code() })).statusCode).toBe(200)
  })

  it('accepts one of two concurrent uses of a code', async () => {
    const code = device.code()
    const responses = await Promise.all([login(code), login(code)])
    expect(responses.map(({ statusCode }) => statusCode).sort()).toEqual([200, 401])
  })

  it('requires no code of other users', async () => {
    const { password: his } = await world.addUser(token, 'bob')
    expect((await world.login({ username: 'bob', password: his })).statusCode).toBe(200)
    expect((await world.login({ username: 'bob', password: his, totp_code: 'whatever' })).statusCode).toBe(200)
  })
})

describe('a recovery code', () => {
  it('signs in once, in any formatting', async () => {
    const [first, second, third] = recoveryCodes as [string, string, string]
    expect(await statusOf(first)).toBe(200)
    expect(await left()).toBe(9)
    expect(world.audits().slice(-2)).toEqual([
      ['ann', 'recovery_code_used', '{"left":9}', '192.0.2.1'],
      ['ann', 'login', '192.0.2.1'],
    ])
    expect(await statusOf(first)).toBe(401)
    expect(await statusOf(second.toUpperCase().replaceAll('-', ' '))).toBe(200)
    expect(await statusOf(second)).toBe(401)
    expect(await statusOf(third.replaceAll('-', ''))).toBe(200)
    expect(await left()).toBe(7)
  })

  it('is accepted by one of two concurrent requests', async () => {
    const [code = ''] = recoveryCodes
    const responses = await Promise.all([login(code), login(code)])
    expect(responses.map(({ statusCode }) => statusCode).sort()).toEqual([200, 401])
    expect(await left()).toBe(9)
  })

  it('is not consumed by a wrong password, nor by another account', async () => {
    const [code = ''] = recoveryCodes
    const bob = await world.addUser(token, 'bob')
    await addSecondFactor(world, await world.signIn('bob', bob.password))
    const stolen = { username: 'bob', password: bob.password, totp_code: code }
    expect((await world.login({ username: 'ann', password: 'wrong', totp_code: code })).statusCode).toBe(401)
    expect((await world.login(stolen)).statusCode).toBe(401)
    expect(await left()).toBe(10)
    expect(await statusOf(code)).toBe(200)
  })

  it('works when the secret can no longer be decrypted', async () => {
    world.kernel.database.exec("UPDATE auth_second_factors SET sealed_secret = 'damaged'")
    expect(await statusOf(device.code())).toBe(401)
    const [code = ''] = recoveryCodes
    expect(await statusOf(code)).toBe(200)
    const errors = world.kernel.logs.filter((record) => String(Reflect.get(record, 'msg')).includes('second factor'))
    expect(errors).toEqual([expect.objectContaining({ level: 'error' })])
  })
})

describe('a sealed secret', () => {
  it('is bound to its account', async () => {
    const bob = await world.addUser(token, 'bob')
    await addSecondFactor(world, await world.signIn('bob', bob.password))
    // as an attacker with write access to the database could do
    world.kernel.database.exec(
      `UPDATE auth_second_factors SET sealed_secret = (SELECT sealed_secret FROM auth_second_factors
         WHERE user_id <> '${bob.id}') WHERE user_id = '${bob.id}'`,
    )
    const attempt = { username: 'bob', password: bob.password, totp_code: device.code() }
    expect((await world.login(attempt)).statusCode).toBe(401)
  })
})
