import { beforeEach, describe, expect, it } from 'vitest'
import { openSocket, probe, runHostCommand } from '../../test/host-command.ts'
import { type Authenticator, addSecondFactor, caller } from '../../test/second-factor.ts'
import { call, password, token, withAnn, world } from '../../test/with-ann.ts'
import { tokenOf } from '../../test/world.ts'

withAnn({ plugins: [probe] })

let device: Authenticator
let recoveryCodes: string[]
beforeEach(async () => {
  const added = await addSecondFactor(world, token)
  device = added.device
  recoveryCodes = added.recoveryCodes
  world.revoked.length = 0
})

const bearer = (session: string) => ({ authorization: `Bearer ${session}` })
const disable = (payload: object) => call('POST', '2fa/disable', payload)
const renew = (payload: object) => call('POST', '2fa/recovery-codes', payload)
const status = async () => (await call('GET', '2fa/status')).json().data
const on = { enabled: true, recovery_codes_left: 10 }
const off = { enabled: false, recovery_codes_left: 0 }
const codeOf = (response: Awaited<ReturnType<typeof call>>) => [response.statusCode, response.json().error.code]
const withoutPassword = () =>
  world.kernel.database.exec("UPDATE auth_users SET has_password = 0 WHERE username = 'ann'")
const openWebSession = async (totp_code: string) =>
  (await world.login({ username: 'ann', password, totp_code })).statusCode

describe('POST /api/auth/2fa/disable', () => {
  it('disables it with the password, revokes all other credentials and is audited', async () => {
    const other = await openSocket(world, bearer(token))
    const response = await disable({ password })
    expect([response.statusCode, response.json()]).toEqual([200, { data: 'ok' }])
    expect(await status()).toEqual(off)
    expect(world.revoked).toEqual([{ userId: expect.any(String), except: expect.any(String) }])
    expect(other.isOpen()).toBe(true)
    expect(world.audits().at(-1)).toEqual(['ann', '2fa_disable', '127.0.0.1'])
    expect((await world.login({ username: 'ann', password })).statusCode).toBe(200)
  })

  it('revokes other sessions', async () => {
    const response = await world.login({ username: 'ann', password, totp_code: device.code() })
    const other = bearer(tokenOf(response))
    expect((await caller(world, other)('GET', 'me')).statusCode).toBe(200)
    const held = await openSocket(world, other)
    expect((await disable({ password })).statusCode).toBe(200)
    expect(await held.closed).toBe(4001)
    expect((await caller(world, other)('GET', 'me')).statusCode).toBe(401)
  })

  it('does nothing the second time', async () => {
    await disable({ password })
    const [audits, revoked] = [world.audits(), [...world.revoked]]
    expect((await disable({ password })).statusCode).toBe(200)
    expect([world.audits(), world.revoked]).toEqual([audits, revoked])
    expect(codeOf(await disable({ password: 'not it' }))).toEqual([400, 'BAD_REQUEST'])
  })

  it('requires the correct password within ten attempts', async () => {
    for (let i = 0; i < 10; i += 1) expect(codeOf(await disable({ password: 'wrong' }))).toEqual([400, 'BAD_REQUEST'])
    const refused = await disable({ password })
    expect(codeOf(refused)).toEqual([429, 'TOO_MANY_REQUESTS'])
    // the code that enabled it, two minutes ago, was refunded and opened no window
    expect(refused.headers['retry-after']).toBe('900')
    expect(codeOf(await renew({ password }))).toEqual([429, 'TOO_MANY_REQUESTS'])
    expect(await status()).toEqual(on)
    await world.kernel.clock.advance(15 * 60_000)
    expect((await disable({ password })).statusCode).toBe(200)
  })

  it.each([
    [{}, 'password'],
    [{ password: '' }, 'password'],
    [{ password: 'x'.repeat(1025) }, 'password'],
    [{ password: 'a\0b' }, 'password'],
    [{ password: ['x'] }, 'password'],
    [{ password: 'x', code: 123456 }, 'code'],
    [{ password: 'x', code: '1'.repeat(65) }, 'code'],
  ])('rejects %j', async (payload, field) => {
    for (const response of [await disable(payload), await renew(payload)]) {
      expect(response.statusCode).toBe(422)
      expect(response.json().error).toMatchObject({ code: 'VALIDATION_ERROR', details: [{ field }] })
    }
    expect(await status()).toEqual(on)
  })

  it('accepts no code instead of the password', async () => {
    const response = await disable({ code: device.code() })
    expect(response.json().error).toMatchObject({ details: [{ field: 'password', rule: 'is required' }] })
    expect(await openWebSession(device.code())).toBe(200)
  })

  it('loses against a concurrent password change', async () => {
    const [changed, disabled] = await Promise.all([
      call('PUT', 'password', { old_password: password, new_password: 'correct horse battery' }),
      disable({ password }),
    ])
    expect(changed.statusCode).toBe(200)
    // in either order, the old password disables nothing afterwards
    if (disabled.statusCode === 200) expect(await status()).toEqual(off)
    else expect([disabled.statusCode, await status()]).toEqual([400, on])
  })
})

describe('an account without a password', () => {
  it('authenticates with a code, used once', async () => {
    withoutPassword()
    expect((await disable({ password })).json().error).toMatchObject({ details: [{ field: 'code' }] })
    expect((await disable({ code: '' })).json().error).toMatchObject({ details: [{ field: 'code' }] })
    expect(codeOf(await disable({ code: device.wrongCode() }))).toEqual([400, 'BAD_REQUEST'])
    const code = device.code()
    const renewed = await renew({ code })
    expect(renewed.json().data.recovery_codes).toHaveLength(10)
    expect(codeOf(await disable({ code }))).toEqual([400, 'BAD_REQUEST'])
    expect(await status()).toEqual(on)
    await world.kernel.clock.advance(30_000)
    expect((await disable({ code: device.code() })).statusCode).toBe(200)
    expect(await status()).toEqual(off)
    expect((await disable({})).statusCode).toBe(200)
  })

  it('can use a recovery code', async () => {
    withoutPassword()
    const [code = ''] = recoveryCodes
    expect((await disable({ code })).statusCode).toBe(200)
    expect(await status()).toEqual(off)
  })

  it('has ten attempts', async () => {
    withoutPassword()
    for (let i = 0; i < 10; i += 1) expect((await disable({ code: device.wrongCode() })).statusCode).toBe(400)
    expect(codeOf(await disable({ code: device.code() }))).toEqual([429, 'TOO_MANY_REQUESTS'])
    expect(await status()).toEqual(on)
  })
})

describe('POST /api/auth/2fa/recovery-codes', () => {
  it('replaces all codes', async () => {
    const [old = ''] = recoveryCodes
    const response = await renew({ password })
    const { recovery_codes: codes, ...rest } = response.json().data
    expect([response.statusCode, rest, new Set(codes).size]).toEqual([200, {}, 10])
    expect(codes.filter((code: string) => recoveryCodes.includes(code))).toEqual([])
    expect(world.audits().at(-1)).toEqual(['ann', '2fa_recovery_codes', '127.0.0.1'])
    expect(world.revoked).toEqual([])
    expect(await openWebSession(old)).toBe(401)
    expect(await openWebSession(codes[0])).toBe(200)
    expect(await status()).toEqual({ enabled: true, recovery_codes_left: 9 })
  })

  it('creates none while it is disabled', async () => {
    await disable({ password })
    const before = world.audits()
    expect(codeOf(await renew({ password }))).toEqual([400, 'BAD_REQUEST'])
    expect(world.audits()).toEqual(before)
  })

  it('rejects the previous password', async () => {
    expect(codeOf(await renew({ password: 'wrong' }))).toEqual([400, 'BAD_REQUEST'])
    expect(await status()).toEqual(on)
    expect(await openWebSession(recoveryCodes[0] as string)).toBe(200)
  })

  it('creates none when it is disabled concurrently', async () => {
    const [renewed, disabled] = await Promise.all([renew({ password }), disable({ password })])
    expect(disabled.statusCode).toBe(200)
    expect([200, 400]).toContain(renewed.statusCode)
    expect(await status()).toEqual(off)
  })
})

describe('svc-server reset-two-factor', () => {
  it('disables the code, and closes sockets of a running server', async () => {
    const held = await openSocket(world, bearer(token))
    expect(await runHostCommand(world, 'reset-two-factor', { username: 'ann' })).toBe(
      'two-factor authentication of ann is disabled',
    )
    await world.kernel.clock.advance(500)
    expect(await held.closed).toBe(4001)
    expect((await call('GET', 'me')).statusCode).toBe(401)
    expect((await world.login({ username: 'ann', password })).statusCode).toBe(200)
    const who = { id: expect.any(String), username: 'ann' }
    const [actor, action, detail] = world.audits().at(-2) as string[]
    expect([actor, action, JSON.parse(detail ?? '')]).toEqual(['system', 'reset_two_factor', who])
    expect(world.kernel.database.prepare('SELECT count(*) FROM auth_recovery_codes').pluck().get()).toBe(0)
  })

  it.each([
    [{}, 'requires --username NAME'],
    [{ username: 'nobody' }, 'no account named "nobody"'],
    [{ username: 'bob' }, 'two-factor authentication of bob is not enabled'],
  ])('rejects %j and changes nothing', async (options, message) => {
    await world.addUser(token, 'bob')
    const before = world.audits()
    await expect(runHostCommand(world, 'reset-two-factor', options as Record<string, string>)).rejects.toThrow(message)
    expect(world.audits()).toEqual(before)
    expect(await status()).toEqual(on)
  })
})
