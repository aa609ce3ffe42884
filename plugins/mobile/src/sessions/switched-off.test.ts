import { describe, expect, it } from 'vitest'
import { mia, withMia, world } from '../../test/with-mia.ts'
import { captured, home, type Person } from '../../test/world.ts'

withMia()

const put = (url: string, payload: object, { cookie }: Person) =>
  world.kernel.inject({ method: 'PUT', url, payload, headers: cookie } as object)
async function turn(enabled: boolean) {
  expect((await put('/api/plugins/mobile', { enabled }, world.admin)).statusCode).toBe(200)
  await world.kernel.settled()
}
const revoke = async (proof: object) =>
  (await world.post('/api/mobile/auth/revoke', { installation_id: home, ...proof })).statusCode
const recover = async (proof: object) =>
  (await world.recover({ username: 'mia', expected_user_id: mia.id, ...proof })).json().data

describe('after the plugin was disabled and enabled again', () => {
  it('sessions continue: refresh, revoke with either proof, recover', async () => {
    const [one, two, three] = [await world.pair(mia), await world.pair(mia), await world.pair(mia)]
    await turn(false)
    expect((await world.refresh(one.refresh_token)).statusCode).toBe(404)
    expect(await world.works(one.access_token)).toBe(false)
    await turn(true)
    expect(await world.works(one.access_token)).toBe(true)
    expect((await world.refresh(one.refresh_token)).statusCode).toBe(200)
    expect(await revoke({ refresh_token: one.refresh_token })).toBe(200)
    expect(await revoke({ revocation_token: two.revocation_token })).toBe(200)
    const { password } = mia
    const response = await recover({ password, ...captured(three) })
    expect(response).toMatchObject({ outcome: 'ok', mobile_session_id: three.mobile_session_id })
  })

  it('sessions that were revoked meanwhile are invalid: refresh, revoke with either proof, recover', async () => {
    const [one, two, three] = [await world.pair(mia), await world.pair(mia), await world.pair(mia)]
    await turn(false)
    const password = 'a-long-new-password-1'
    const changed = await put('/api/auth/password', { old_password: mia.password, new_password: password }, mia)
    expect(changed.statusCode).toBe(200)
    await turn(true)
    expect(await world.works(one.access_token)).toBe(false)
    expect((await world.refresh(one.refresh_token)).statusCode).toBe(401)
    expect(await revoke({ refresh_token: one.refresh_token })).toBe(401)
    expect(await revoke({ revocation_token: two.revocation_token })).toBe(401)
    expect(await recover({ password, ...captured(three) })).toMatchObject({
      outcome: 'already_absent',
      mobile_session_id: null,
    })
  })
})
