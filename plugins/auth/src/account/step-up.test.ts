import { describe, expect, it } from 'vitest'
import { withCookie } from '../../test/door.ts'
import { addSecondFactor, authenticatorOf, caller } from '../../test/second-device.ts'
import { call, door, password, token, withAnn } from '../../test/with-ann.ts'

withAnn()

const wrongly = { old_password: 'wrong', new_password: 'correct horse battery' }
const another = async () => caller(door, withCookie(await door.enter('ann', password)))
const failed = (act: string) => ['ann', 'step_up_failed', JSON.stringify({ act }), '127.0.0.1']
const held = (act: string) => ['ann', 'step_up_rate_limited', JSON.stringify({ act }), '127.0.0.1']

describe('a wrong guess at the own password or code', () => {
  it('is in the audit log with what it was for, and so is the end of the budget, once', async () => {
    await addSecondFactor(door, token)
    const before = door.audits().length
    for (let i = 0; i < 8; i += 1) expect((await call('PUT', 'password', wrongly)).statusCode).toBe(400)
    expect((await call('POST', '2fa/disable', { password: 'wrong' })).statusCode).toBe(400)
    expect((await call('POST', '2fa/recovery-codes', { password: 'wrong' })).statusCode).toBe(400)
    for (let i = 0; i < 3; i += 1) expect((await call('PUT', 'password', wrongly)).statusCode).toBe(429)
    expect(door.audits().slice(before)).toEqual([
      ...Array.from({ length: 8 }, () => failed('change_password')),
      failed('2fa_disable'),
      failed('2fa_recovery_codes'),
      held('change_password'),
    ])
    expect(JSON.stringify(door.audits())).not.toContain('wrong')
  })

  it('is there for codes too', async () => {
    const { secret } = (await call('POST', '2fa/setup')).json().data
    const device = authenticatorOf(door, secret)
    expect((await call('POST', '2fa/enable', { code: device.wrong() })).statusCode).toBe(401)
    expect(door.audits().at(-1)).toEqual(failed('2fa_enable'))
    expect((await call('POST', '2fa/enable', { code: device.code() })).statusCode).toBe(200)
    door.kernel.database.exec("UPDATE auth_users SET has_password = 0 WHERE username = 'ann'")
    expect((await call('POST', '2fa/disable', { code: device.wrong() })).statusCode).toBe(400)
    expect(door.audits().at(-1)).toEqual(failed('2fa_disable'))
  })

  it('counts for its credential: a stolen one does not keep the owner from acting', async () => {
    const thief = await another()
    for (let i = 0; i < 10; i += 1) await thief('PUT', 'password', wrongly)
    expect((await thief('PUT', 'password', wrongly)).statusCode).toBe(429)
    const answer = await call('PUT', 'password', { old_password: password, new_password: 'correct horse battery' })
    expect(answer.statusCode).toBe(200)
  })

  it('counts for the account: fifty with all credentials together', async () => {
    for (let i = 0; i < 5; i += 1) {
      const thief = await another()
      for (let j = 0; j < 10; j += 1) expect((await thief('PUT', 'password', wrongly)).statusCode).toBe(400)
    }
    const right = { old_password: password, new_password: 'correct horse battery' }
    const refused = await call('PUT', 'password', right)
    expect([refused.statusCode, refused.headers['retry-after']]).toEqual([429, '900'])
    expect(door.audits().at(-1)).toEqual(held('change_password'))
    await door.kernel.clock.advance(15 * 60_000)
    expect((await call('PUT', 'password', right)).statusCode).toBe(200)
  })
})
