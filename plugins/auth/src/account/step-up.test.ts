import { describe, expect, it } from 'vitest'
import { addSecondFactor, authenticatorOf, caller } from '../../test/second-factor.ts'
import { call, password, token, withAnn, world } from '../../test/with-ann.ts'
import { withCookie } from '../../test/world.ts'

withAnn()

const wrongPassword = { old_password: 'wrong', new_password: 'correct horse battery' }
const another = async () => caller(world, withCookie(await world.signIn('ann', password)))
const failed = (act: string) => ['ann', 'step_up_failed', JSON.stringify({ act }), '127.0.0.1']
const held = (act: string) => ['ann', 'step_up_rate_limited', JSON.stringify({ act }), '127.0.0.1']

describe('a failed attempt at the own password or code', () => {
  it('is audited with its purpose, and so is reaching the limit, once', async () => {
    await addSecondFactor(world, token)
    const before = world.audits().length
    for (let i = 0; i < 8; i += 1) expect((await call('PUT', 'password', wrongPassword)).statusCode).toBe(400)
    expect((await call('POST', '2fa/disable', { password: 'wrong' })).statusCode).toBe(400)
    expect((await call('POST', '2fa/recovery-codes', { password: 'wrong' })).statusCode).toBe(400)
    for (let i = 0; i < 3; i += 1) expect((await call('PUT', 'password', wrongPassword)).statusCode).toBe(429)
    expect(world.audits().slice(before)).toEqual([
      ...Array.from({ length: 8 }, () => failed('change_password')),
      failed('2fa_disable'),
      failed('2fa_recovery_codes'),
      held('change_password'),
    ])
    expect(JSON.stringify(world.audits())).not.toContain('wrong')
  })

  it('is audited for codes too', async () => {
    const { secret } = (await call('POST', '2fa/setup')).json().data
    const device = authenticatorOf(world, secret)
    expect((await call('POST', '2fa/enable', { code: device.wrongCode() })).statusCode).toBe(401)
    expect(world.audits().at(-1)).toEqual(failed('2fa_enable'))
    expect((await call('POST', '2fa/enable', { code: device.code() })).statusCode).toBe(200)
    world.kernel.database.exec("UPDATE auth_users SET has_password = 0 WHERE username = 'ann'")
    expect((await call('POST', '2fa/disable', { code: device.wrongCode() })).statusCode).toBe(400)
    expect(world.audits().at(-1)).toEqual(failed('2fa_disable'))
  })

  it('counts per credential: a stolen one does not lock the owner out', async () => {
    const callWithStolenSession = await another()
    for (let i = 0; i < 10; i += 1) await callWithStolenSession('PUT', 'password', wrongPassword)
    expect((await callWithStolenSession('PUT', 'password', wrongPassword)).statusCode).toBe(429)
    const response = await call('PUT', 'password', { old_password: password, new_password: 'correct horse battery' })
    expect(response.statusCode).toBe(200)
  })

  it('counts per account: fifty across all credentials', async () => {
    for (let i = 0; i < 5; i += 1) {
      const callWithStolenSession = await another()
      for (let j = 0; j < 10; j += 1)
        expect((await callWithStolenSession('PUT', 'password', wrongPassword)).statusCode).toBe(400)
    }
    const right = { old_password: password, new_password: 'correct horse battery' }
    const refused = await call('PUT', 'password', right)
    expect([refused.statusCode, refused.headers['retry-after']]).toEqual([429, '900'])
    expect(world.audits().at(-1)).toEqual(held('change_password'))
    await world.kernel.clock.advance(15 * 60_000)
    expect((await call('PUT', 'password', right)).statusCode).toBe(200)
  })
})
