import { URI } from 'otpauth'
import { describe, expect, it } from 'vitest'
import { address, traces, withCookie } from '../../test/door.ts'
import { addSecondFactor, authenticatorOf, caller } from '../../test/second-device.ts'
import { call, door, password, token, withAnn } from '../../test/with-ann.ts'

withAnn()

const setUp = async () => (await call('POST', '2fa/setup')).json().data
const enable = (code: unknown) => call('POST', '2fa/enable', { code })
const status = async () => (await call('GET', '2fa/status')).json().data
const codeOf = (answer: Awaited<ReturnType<typeof call>>) => [answer.statusCode, answer.json().error.code]
const title = (site_title: string) =>
  door.kernel.inject({
    method: 'PUT',
    url: '/api/settings/brand',
    headers: withCookie(token),
    payload: { site_title },
  })

describe('POST /api/auth/2fa/setup', () => {
  it('returns secret, URL, QR code and recovery codes without changing the account', async () => {
    const answer = await call('POST', '2fa/setup')
    expect(answer.statusCode).toBe(200)
    expect(answer.headers['cache-control']).toBe('no-store')
    const { secret, otpauth_url, qr_code_base64, recovery_codes, ...rest } = answer.json().data
    expect(rest).toEqual({})
    expect(secret).toMatch(/^[A-Z2-7]{32}$/)
    const told = URI.parse(otpauth_url)
    expect(told).toMatchObject({ issuer: 'svc', label: 'ann', algorithm: 'SHA1', digits: 6, period: 30 })
    expect(told.secret.base32).toBe(secret)
    const qrCodePng = Buffer.from(qr_code_base64, 'base64')
    expect(qrCodePng.toString('base64')).toBe(qr_code_base64)
    expect(qrCodePng.toString('latin1', 1, 4)).toBe('PNG')
    expect(qrCodePng.readUInt32BE(16)).toBeGreaterThanOrEqual(256)
    expect(new Set(recovery_codes).size).toBe(10)
    expect(await status()).toEqual({ enabled: false, recovery_codes_left: 0 })
    expect((await door.login({ username: 'ann', password })).statusCode).toBe(200)
    expect((await door.login({ username: 'ann', password, totp_code: recovery_codes[0] })).statusCode).toBe(200)
  })

  it.each([
    ['Rack 7', 'Rack 7'],
    ['  a:b\n c ', 'a b c'],
    [':::', 'svc'],
    ['\ud800', 'svc'],
    ['😀'.repeat(64), '😀'.repeat(32)],
  ])('names the installation: %j', async (site, issuer) => {
    await title(site)
    const { otpauth_url } = await setUp()
    expect(URI.parse(otpauth_url)).toMatchObject({ issuer, label: 'ann' })
  })

  it('shows a code also for the longest names', async () => {
    const name = '😀'.repeat(64)
    door.kernel.database.prepare('UPDATE auth_users SET username = ?').run(name)
    await title('界'.repeat(64))
    const { otpauth_url } = await setUp()
    expect(URI.parse(otpauth_url)).toMatchObject({ issuer: '界'.repeat(32), label: name })
  })

  it('is refused once the second factor is on', async () => {
    await addSecondFactor(door, token)
    expect(codeOf(await call('POST', '2fa/setup'))).toEqual([409, 'CONFLICT'])
    expect(await status()).toEqual({ enabled: true, recovery_codes_left: 10 })
  })
})

describe('POST /api/auth/2fa/enable', () => {
  it('turns it on, ends everything else and says so in the audit log', async () => {
    const other = await door.enter('ann', password)
    const { secret } = await setUp()
    door.revoked.length = 0
    const answer = await enable(authenticatorOf(door, secret).code())
    expect([answer.statusCode, answer.json()]).toEqual([200, { data: 'ok' }])
    expect(await status()).toEqual({ enabled: true, recovery_codes_left: 10 })
    expect((await caller(door, withCookie(other))('GET', 'me')).statusCode).toBe(401)
    expect((await call('GET', 'me')).statusCode).toBe(200)
    expect(door.revoked).toEqual([{ userId: expect.any(String), except: expect.any(String) }])
    expect(door.audits().at(-1)).toEqual(['ann', '2fa_enable', '127.0.0.1'])
  })

  it.each([-1, 0, 1])('takes a code %i steps away, with or without a gap', async (steps) => {
    const { secret } = await setUp()
    const code = authenticatorOf(door, secret).code(steps)
    expect((await enable(`${code.slice(0, 3)} ${code.slice(3)}`)).statusCode).toBe(200)
  })

  it.each([-2, 2])('takes none %i steps away', async (steps) => {
    const { secret } = await setUp()
    expect(codeOf(await enable(authenticatorOf(door, secret).code(steps)))).toEqual([401, 'UNAUTHORIZED'])
  })

  it('keeps the setup after a wrong code', async () => {
    const { secret } = await setUp()
    const device = authenticatorOf(door, secret)
    expect(codeOf(await enable(device.wrong()))).toEqual([401, 'UNAUTHORIZED'])
    expect(await status()).toEqual({ enabled: false, recovery_codes_left: 0 })
    expect((await enable(device.code())).statusCode).toBe(200)
  })

  it("needs a setup of one's own, used once", async () => {
    expect(codeOf(await enable('123456'))).toEqual([400, 'BAD_REQUEST'])
    const bob = await door.addUser(token, 'bob')
    const { secret } = await setUp()
    const { code } = authenticatorOf(door, secret)
    const his = caller(door, withCookie(await door.enter('bob', bob.password)))
    expect(codeOf(await his('POST', '2fa/enable', { code: code() }))).toEqual([400, 'BAD_REQUEST'])
    expect((await enable(code())).statusCode).toBe(200)
    expect(codeOf(await enable(code(1)))).toEqual([400, 'BAD_REQUEST'])
  })

  it('is late after ten minutes', async () => {
    const { secret } = await setUp()
    await door.kernel.clock.advance(10 * 60_000 - 1000)
    expect(codeOf(await enable(authenticatorOf(door, secret).wrong()))).toEqual([401, 'UNAUTHORIZED'])
    await door.kernel.clock.advance(1000)
    expect(codeOf(await enable(authenticatorOf(door, secret).code()))).toEqual([400, 'BAD_REQUEST'])
  })

  it('wants the newest secret, which has its own ten minutes', async () => {
    const first = await setUp()
    await door.kernel.clock.advance(9 * 60_000)
    const second = await setUp()
    await door.kernel.clock.advance(9 * 60_000)
    expect(second.secret).not.toBe(first.secret)
    expect(codeOf(await enable(authenticatorOf(door, first.secret).code()))).toEqual([401, 'UNAUTHORIZED'])
    expect((await enable(authenticatorOf(door, second.secret).code())).statusCode).toBe(200)
  })

  it('takes ten wrong codes in a quarter of an hour', async () => {
    let { secret } = await setUp()
    for (let i = 0; i < 10; i += 1) expect((await enable(authenticatorOf(door, secret).wrong())).statusCode).toBe(401)
    // a new secret does not buy new guesses
    secret = (await setUp()).secret
    const refused = await enable(authenticatorOf(door, secret).code())
    expect(codeOf(refused)).toEqual([429, 'TOO_MANY_REQUESTS'])
    expect(refused.headers['retry-after']).toBe('900')
    await door.kernel.clock.advance(15 * 60_000)
    secret = (await setUp()).secret
    expect((await enable(authenticatorOf(door, secret).code())).statusCode).toBe(200)
  })

  it.each([undefined, '', '12345', '1234567', 'abcdef', '１２３４５６', '1'.repeat(65), 123456, ['123456'], null])(
    'refuses %j as no code at all, uncounted',
    async (code) => {
      await setUp()
      const answer = await enable(code)
      expect(answer.statusCode).toBe(422)
      expect(answer.json().error).toMatchObject({ code: 'VALIDATION_ERROR', details: [{ field: 'code' }] })
    },
  )

  it('leaves the secret and the recovery codes neither on disk nor in the log', async () => {
    const { secret, recoveryCodes, device } = await addSecondFactor(door, token)
    const code = device.code()
    await door.login({ username: 'ann', password, totp_code: code }, { ip: address })
    await door.login({ username: 'ann', password, totp_code: recoveryCodes[0] })
    door.kernel.database.pragma('wal_checkpoint(TRUNCATE)')
    const everything = traces(door.kernel)
    expect(everything).toContain('auth_recovery_codes')
    const bare = recoveryCodes.map((each) => each.replaceAll('-', ''))
    for (const each of [secret, ...recoveryCodes, ...bare]) expect(everything).not.toContain(each)
  })
})

describe('an account that must change its password', () => {
  it('sets nothing up', async () => {
    const bob = await door.addUser(token, 'bob')
    door.kernel.database.exec("UPDATE auth_users SET must_change_password = 1 WHERE username = 'bob'")
    const his = caller(door, withCookie(await door.enter('bob', bob.password)))
    for (const path of ['setup', 'enable', 'disable', 'recovery-codes']) {
      expect(codeOf(await his('POST', `2fa/${path}`, {}))).toEqual([403, 'MUST_CHANGE_PASSWORD'])
    }
  })
})
