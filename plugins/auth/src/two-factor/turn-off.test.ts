import { beforeEach, describe, expect, it } from 'vitest'
import { tokenOf } from '../../test/door.ts'
import { holdOpen, onTheHost, probe } from '../../test/on-the-host.ts'
import { addSecondFactor, caller, type SecondDevice } from '../../test/second-device.ts'
import { call, door, password, token, withAnn } from '../../test/with-ann.ts'

withAnn({ plugins: [probe] })

let device: SecondDevice
let recoveryCodes: string[]
beforeEach(async () => {
  const added = await addSecondFactor(door, token)
  device = added.device
  recoveryCodes = added.recoveryCodes
  door.revoked.length = 0
})

const bearer = (session: string) => ({ authorization: `Bearer ${session}` })
const disable = (payload: object) => call('POST', '2fa/disable', payload)
const renew = (payload: object) => call('POST', '2fa/recovery-codes', payload)
const status = async () => (await call('GET', '2fa/status')).json().data
const on = { enabled: true, recovery_codes_left: 10 }
const off = { enabled: false, recovery_codes_left: 0 }
const codeOf = (answer: Awaited<ReturnType<typeof call>>) => [answer.statusCode, answer.json().error.code]
const withoutPassword = () => door.kernel.database.exec("UPDATE auth_users SET has_password = 0 WHERE username = 'ann'")
const openWebSession = async (totp_code: string) =>
  (await door.login({ username: 'ann', password, totp_code })).statusCode

describe('POST /api/auth/2fa/disable', () => {
  it('turns it off with the password, ends everything else and says so in the audit log', async () => {
    const other = await holdOpen(door, bearer(token))
    const answer = await disable({ password })
    expect([answer.statusCode, answer.json()]).toEqual([200, { data: 'ok' }])
    expect(await status()).toEqual(off)
    expect(door.revoked).toEqual([{ userId: expect.any(String), except: expect.any(String) }])
    expect(other.isOpen()).toBe(true)
    expect(door.audits().at(-1)).toEqual(['ann', '2fa_disable', '127.0.0.1'])
    expect((await door.login({ username: 'ann', password })).statusCode).toBe(200)
  })

  it('ends other sessions', async () => {
    const answer = await door.login({ username: 'ann', password, totp_code: device.code() })
    const other = bearer(tokenOf(answer))
    expect((await caller(door, other)('GET', 'me')).statusCode).toBe(200)
    const held = await holdOpen(door, other)
    expect((await disable({ password })).statusCode).toBe(200)
    expect(await held.closed).toBe(4001)
    expect((await caller(door, other)('GET', 'me')).statusCode).toBe(401)
  })

  it('does nothing the second time', async () => {
    await disable({ password })
    const [audits, revoked] = [door.audits(), [...door.revoked]]
    expect((await disable({ password })).statusCode).toBe(200)
    expect([door.audits(), door.revoked]).toEqual([audits, revoked])
    expect(codeOf(await disable({ password: 'not it' }))).toEqual([400, 'BAD_REQUEST'])
  })

  it('wants the right password, in ten guesses', async () => {
    for (let i = 0; i < 10; i += 1) expect(codeOf(await disable({ password: 'wrong' }))).toEqual([400, 'BAD_REQUEST'])
    const refused = await disable({ password })
    expect(codeOf(refused)).toEqual([429, 'TOO_MANY_REQUESTS'])
    // counted since the code that turned it on, two minutes ago
    expect(refused.headers['retry-after']).toBe('780')
    expect(codeOf(await renew({ password }))).toEqual([429, 'TOO_MANY_REQUESTS'])
    expect(await status()).toEqual(on)
    await door.kernel.clock.advance(15 * 60_000)
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
  ])('refuses %j', async (payload, field) => {
    for (const answer of [await disable(payload), await renew(payload)]) {
      expect(answer.statusCode).toBe(422)
      expect(answer.json().error).toMatchObject({ code: 'VALIDATION_ERROR', details: [{ field }] })
    }
    expect(await status()).toEqual(on)
  })

  it('takes no code instead of the password of an account that has one', async () => {
    const answer = await disable({ code: device.code() })
    expect(answer.json().error).toMatchObject({ details: [{ field: 'password', rule: 'is required' }] })
    expect(await openWebSession(device.code())).toBe(200)
  })

  it('does not win against a password change at the same moment', async () => {
    const [changed, disabled] = await Promise.all([
      call('PUT', 'password', { old_password: password, new_password: 'correct horse battery' }),
      disable({ password }),
    ])
    expect(changed.statusCode).toBe(200)
    // whichever came first, an old password turns nothing off afterwards
    if (disabled.statusCode === 200) expect(await status()).toEqual(off)
    else expect([disabled.statusCode, await status()]).toEqual([400, on])
  })
})

describe('an account without a password', () => {
  it('proves itself with a code, used once', async () => {
    withoutPassword()
    expect((await disable({ password })).json().error).toMatchObject({ details: [{ field: 'code' }] })
    expect((await disable({ code: '' })).json().error).toMatchObject({ details: [{ field: 'code' }] })
    expect(codeOf(await disable({ code: device.wrong() }))).toEqual([400, 'BAD_REQUEST'])
    const code = device.code()
    const renewed = await renew({ code })
    expect(renewed.json().data.recovery_codes).toHaveLength(10)
    expect(codeOf(await disable({ code }))).toEqual([400, 'BAD_REQUEST'])
    expect(await status()).toEqual(on)
    await door.kernel.clock.advance(30_000)
    expect((await disable({ code: device.code() })).statusCode).toBe(200)
    expect(await status()).toEqual(off)
    expect((await disable({})).statusCode).toBe(200)
  })

  it('may use a recovery code', async () => {
    withoutPassword()
    const [code = ''] = recoveryCodes
    expect((await disable({ code })).statusCode).toBe(200)
    expect(await status()).toEqual(off)
  })

  it('has ten guesses', async () => {
    withoutPassword()
    for (let i = 0; i < 10; i += 1) expect((await disable({ code: device.wrong() })).statusCode).toBe(400)
    expect(codeOf(await disable({ code: device.code() }))).toEqual([429, 'TOO_MANY_REQUESTS'])
    expect(await status()).toEqual(on)
  })
})

describe('POST /api/auth/2fa/recovery-codes', () => {
  it('replaces all codes', async () => {
    const [old = ''] = recoveryCodes
    const answer = await renew({ password })
    const { recovery_codes: codes, ...rest } = answer.json().data
    expect([answer.statusCode, rest, new Set(codes).size]).toEqual([200, {}, 10])
    expect(codes.filter((code: string) => recoveryCodes.includes(code))).toEqual([])
    expect(door.audits().at(-1)).toEqual(['ann', '2fa_recovery_codes', '127.0.0.1'])
    expect(door.revoked).toEqual([])
    expect(await openWebSession(old)).toBe(401)
    expect(await openWebSession(codes[0])).toBe(200)
    expect(await status()).toEqual({ enabled: true, recovery_codes_left: 9 })
  })

  it('makes none while it is off', async () => {
    await disable({ password })
    const before = door.audits()
    expect(codeOf(await renew({ password }))).toEqual([400, 'BAD_REQUEST'])
    expect(door.audits()).toEqual(before)
  })

  it('makes none for the password of before', async () => {
    expect(codeOf(await renew({ password: 'wrong' }))).toEqual([400, 'BAD_REQUEST'])
    expect(await status()).toEqual(on)
    expect(await openWebSession(recoveryCodes[0] as string)).toBe(200)
  })

  it('makes none when it is turned off at the same moment', async () => {
    const [renewed, disabled] = await Promise.all([renew({ password }), disable({ password })])
    expect(disabled.statusCode).toBe(200)
    expect([200, 400]).toContain(renewed.statusCode)
    expect(await status()).toEqual(off)
  })
})

describe('svc-server reset-two-factor', () => {
  it('lets in without a code, and ends what a running server holds open', async () => {
    const held = await holdOpen(door, bearer(token))
    expect(await onTheHost(door, 'reset-two-factor', { username: 'ann' })).toBe(
      'two-factor authentication of ann is disabled',
    )
    await door.kernel.clock.advance(500)
    expect(await held.closed).toBe(4001)
    expect((await call('GET', 'me')).statusCode).toBe(401)
    expect((await door.login({ username: 'ann', password })).statusCode).toBe(200)
    const who = { id: expect.any(String), username: 'ann' }
    const [actor, action, detail] = door.audits().at(-2) as string[]
    expect([actor, action, JSON.parse(detail ?? '')]).toEqual(['system', 'reset_two_factor', who])
    expect(door.kernel.database.prepare('SELECT count(*) FROM auth_recovery_codes').pluck().get()).toBe(0)
  })

  it.each([
    [{}, 'requires --username NAME'],
    [{ username: 'nobody' }, 'no account named "nobody"'],
    [{ username: 'bob' }, 'two-factor authentication of bob is not enabled'],
  ])('refuses %j and changes nothing', async (options, message) => {
    await door.addUser(token, 'bob')
    const before = door.audits()
    await expect(onTheHost(door, 'reset-two-factor', options as Record<string, string>)).rejects.toThrow(message)
    expect(door.audits()).toEqual(before)
    expect(await status()).toEqual(on)
  })
})
