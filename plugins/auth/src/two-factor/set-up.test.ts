import { URI } from 'otpauth'
import { describe, expect, it } from 'vitest'
import { addSecondFactor, authenticatorOf, caller } from '../../test/second-factor.ts'
import { call, password, token, withAnn, world } from '../../test/with-ann.ts'
import { address, storedText, withCookie } from '../../test/world.ts'

withAnn()

const setUp = async () => (await call('POST', '2fa/setup')).json().data
const enable = (code: unknown) => call('POST', '2fa/enable', { code })
const status = async () => (await call('GET', '2fa/status')).json().data
const codeOf = (response: Awaited<ReturnType<typeof call>>) => [response.statusCode, response.json().error.code]
const title = (site_title: string) =>
  world.kernel.inject({
    method: 'PUT',
    url: '/api/settings/brand',
    headers: withCookie(token),
    payload: { site_title },
  })

describe('POST /api/auth/2fa/setup', () => {
  it('returns secret, URL, QR code and recovery codes without changing the account', async () => {
    const response = await call('POST', '2fa/setup')
    expect(response.statusCode).toBe(200)
    expect(response.headers['cache-control']).toBe('no-store')
    const { secret, otpauth_url, qr_code_base64, recovery_codes, ...rest } = response.json().data
    expect(rest).toEqual({})
    expect(secret).toMatch(/^[A-Z2-7]{32}$/)
    const parsed = URI.parse(otpauth_url)
    expect(parsed).toMatchObject({ issuer: 'svc', label: 'ann', algorithm: 'SHA1', digits: 6, period: 30 })
    expect(parsed.secret.base32).toBe(secret)
    const qrCodePng = Buffer.from(qr_code_base64, 'base64')
    expect(qrCodePng.toString('base64')).toBe(qr_code_base64)
    expect(qrCodePng.toString('latin1', 1, 4)).toBe('PNG')
    expect(qrCodePng.readUInt32BE(16)).toBeGreaterThanOrEqual(256)
    expect(new Set(recovery_codes).size).toBe(10)
    expect(await status()).toEqual({ enabled: false, recovery_codes_left: 0 })
    expect((await world.login({ username: 'ann', password })).statusCode).toBe(200)
    expect((await world.login({ username: 'ann', password, totp_code: recovery_codes[0] })).statusCode).toBe(200)
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

  it('renders a QR code for the longest names', async () => {
    const name = '😀'.repeat(64)
    world.kernel.database.prepare('UPDATE auth_users SET username = ?').run(name)
    await title('界'.repeat(64))
    const { otpauth_url } = await setUp()
    expect(URI.parse(otpauth_url)).toMatchObject({ issuer: '界'.repeat(32), label: name })
  })

  it('is rejected once the second factor is enabled', async () => {
    await addSecondFactor(world, token)
    expect(codeOf(await call('POST', '2fa/setup'))).toEqual([409, 'CONFLICT'])
    expect(await status()).toEqual({ enabled: true, recovery_codes_left: 10 })
  })
})

describe('POST /api/auth/2fa/enable', () => {
  it('enables it, revokes all other credentials and is audited', async () => {
    const other = await world.signIn('ann', password)
    const { secret } = await setUp()
    world.revoked.length = 0
    const response = await enable(authenticatorOf(world, secret).code())
    expect([response.statusCode, response.json()]).toEqual([200, { data: 'ok' }])
    expect(await status()).toEqual({ enabled: true, recovery_codes_left: 10 })
    expect((await caller(world, withCookie(other))('GET', 'me')).statusCode).toBe(401)
    expect((await call('GET', 'me')).statusCode).toBe(200)
    expect(world.revoked).toEqual([{ userId: expect.any(String), except: expect.any(String) }])
    expect(world.audits().at(-1)).toEqual(['ann', '2fa_enable', '127.0.0.1'])
  })

  it.each([-1, 0, 1])('accepts a code %i steps away, with or without a space', async (steps) => {
    const { secret } = await setUp()
    const code = authenticatorOf(world, secret).code(steps)
    expect((await enable(`${code.slice(0, 3)} ${code.slice(3)}`)).statusCode).toBe(200)
  })

  it.each([-2, 2])('rejects a code %i steps away', async (steps) => {
    const { secret } = await setUp()
    expect(codeOf(await enable(authenticatorOf(world, secret).code(steps)))).toEqual([401, 'UNAUTHORIZED'])
  })

  it('allows another attempt after a wrong code', async () => {
    const { secret } = await setUp()
    const device = authenticatorOf(world, secret)
    expect(codeOf(await enable(device.wrongCode()))).toEqual([401, 'UNAUTHORIZED'])
    expect(await status()).toEqual({ enabled: false, recovery_codes_left: 0 })
    expect((await enable(device.code())).statusCode).toBe(200)
  })

  it('requires an own setup, used once', async () => {
    expect(codeOf(await enable('123456'))).toEqual([400, 'BAD_REQUEST'])
    const bob = await world.addUser(token, 'bob')
    const { secret } = await setUp()
    const { code } = authenticatorOf(world, secret)
    const his = caller(world, withCookie(await world.signIn('bob', bob.password)))
    expect(codeOf(await his('POST', '2fa/enable', { code: code() }))).toEqual([400, 'BAD_REQUEST'])
    expect((await enable(code())).statusCode).toBe(200)
    expect(codeOf(await enable(code(1)))).toEqual([400, 'BAD_REQUEST'])
  })

  it('expires after ten minutes', async () => {
    const { secret } = await setUp()
    await world.kernel.clock.advance(10 * 60_000 - 1000)
    expect(codeOf(await enable(authenticatorOf(world, secret).wrongCode()))).toEqual([401, 'UNAUTHORIZED'])
    await world.kernel.clock.advance(1000)
    expect(codeOf(await enable(authenticatorOf(world, secret).code()))).toEqual([400, 'BAD_REQUEST'])
  })

  it('accepts only the newest secret, which expires on its own', async () => {
    const first = await setUp()
    await world.kernel.clock.advance(9 * 60_000)
    const second = await setUp()
    await world.kernel.clock.advance(9 * 60_000)
    expect(second.secret).not.toBe(first.secret)
    expect(codeOf(await enable(authenticatorOf(world, first.secret).code()))).toEqual([401, 'UNAUTHORIZED'])
    expect((await enable(authenticatorOf(world, second.secret).code())).statusCode).toBe(200)
  })

  it('allows ten wrong codes in 15 minutes', async () => {
    let { secret } = await setUp()
    for (let i = 0; i < 10; i += 1)
      expect((await enable(authenticatorOf(world, secret).wrongCode())).statusCode).toBe(401)
    // a new secret does not reset the limit
    secret = (await setUp()).secret
    const refused = await enable(authenticatorOf(world, secret).code())
    expect(codeOf(refused)).toEqual([429, 'TOO_MANY_REQUESTS'])
    expect(refused.headers['retry-after']).toBe('900')
    await world.kernel.clock.advance(15 * 60_000)
    secret = (await setUp()).secret
    expect((await enable(authenticatorOf(world, secret).code())).statusCode).toBe(200)
  })

  it.each([undefined, '', '12345', '1234567', 'abcdef', '１２３４５６', '1'.repeat(65), 123456, ['123456'], null])(
    'refuses %j as no code at all, uncounted',
    async (code) => {
      await setUp()
      const response = await enable(code)
      expect(response.statusCode).toBe(422)
      expect(response.json().error).toMatchObject({ code: 'VALIDATION_ERROR', details: [{ field: 'code' }] })
    },
  )

  it('leaves secret and recovery codes neither on disk nor in the log', async () => {
    const { secret, recoveryCodes, device } = await addSecondFactor(world, token)
    const code = device.code()
    await world.login({ username: 'ann', password, totp_code: code }, { ip: address })
    await world.login({ username: 'ann', password, totp_code: recoveryCodes[0] })
    world.kernel.database.pragma('wal_checkpoint(TRUNCATE)')
    const everything = storedText(world.kernel)
    expect(everything).toContain('auth_recovery_codes')
    const bare = recoveryCodes.map((each) => each.replaceAll('-', ''))
    for (const each of [secret, ...recoveryCodes, ...bare]) expect(everything).not.toContain(each)
  })
})

describe('an account that must change its password', () => {
  it('cannot set up a second factor', async () => {
    const bob = await world.addUser(token, 'bob')
    world.kernel.database.exec("UPDATE auth_users SET must_change_password = 1 WHERE username = 'bob'")
    const his = caller(world, withCookie(await world.signIn('bob', bob.password)))
    for (const path of ['setup', 'enable', 'disable', 'recovery-codes']) {
      expect(codeOf(await his('POST', `2fa/${path}`, {}))).toEqual([403, 'MUST_CHANGE_PASSWORD'])
    }
  })
})
