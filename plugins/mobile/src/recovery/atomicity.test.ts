import { authWithCheapHashes as auth } from '@svc/plugin-auth/testing'
import { conflict, contribute, definePlugin } from '@svc/plugin-sdk'
import system from '@svc/plugin-system'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { pushes, pushesRef } from '../../test/pushes.ts'
import { secondFactor } from '../../test/second-factor.ts'
import { captured, home, openWorld, type Person, type Tokens, type World } from '../../test/world.ts'
import { installationStates } from '../contract.ts'
import mobile from '../index.ts'

let refusing: boolean
/** Contributed after `pushes`, whose rows are already deleted when this one throws. */
const stubborn = definePlugin({
  id: 'stubborn',
  setup: () => ({
    contributes: contribute(installationStates, {
      plugin: 'stubborn',
      sessionIds: () => [],
      deleteFor() {
        if (refusing) throw conflict('kernel.INVALID')
      },
    }),
  }),
})

let world: World
let mia: Person
let phone: Tokens
beforeEach(async () => {
  refusing = false
  world = await openWorld({ plugins: [system, auth, mobile, pushes, stubborn] })
  mia = await world.addUser('mia')
  phone = await world.pair(mia)
  await world.pair(mia)
  world.kernel.service(pushesRef).register(mia.id, home, phone.mobile_session_id)
})
afterEach(() => world.close())

const recover = async (body: object) => (await world.recover({ expected_user_id: mia.id, ...body })).statusCode
const rows = (table: string) => world.kernel.database.prepare(`SELECT * FROM ${table}`).all()
const removals = () => world.audits().filter(({ detail }) => Reflect.get(detail, 'outcome') === 'ok')

async function expectUntouched() {
  expect(world.kernel.service(pushesRef).of(mia.id, home)).toEqual([phone.mobile_session_id])
  expect(await world.works(phone.access_token)).toBe(true)
  expect(rows('mobile_sessions')).toHaveLength(2)
  expect(removals()).toEqual([])
}
async function expectRemoved() {
  expect(world.kernel.service(pushesRef).of(mia.id, home)).toEqual([])
  expect(await world.works(phone.access_token)).toBe(false)
  expect(rows('mobile_sessions')).toHaveLength(1)
  expect(removals()).toHaveLength(1)
}

const failures: [string, number, () => unknown, () => unknown][] = [
  [
    'the database',
    500,
    () =>
      world.kernel.database.exec(
        "CREATE TRIGGER broken BEFORE DELETE ON mobile_sessions BEGIN SELECT raise(ABORT, 'disk'); END",
      ),
    () => world.kernel.database.exec('DROP TRIGGER broken'),
  ],
  [
    'another plugin',
    409,
    () => {
      refusing = true
    },
    () => {
      refusing = false
    },
  ],
]

describe.each(failures)(
  'a removal that fails by %s changes nothing and can be repeated',
  (_, status, breakIt, mend) => {
    async function failsThenWorks(body: object) {
      const factors = rows('auth_second_factors')
      breakIt()
      expect(await recover(body)).toBe(status)
      await expectUntouched()
      expect(rows('auth_second_factors')).toEqual(factors)
      mend()
      expect(await recover(body)).toBe(200)
      await expectRemoved()
    }

    it('recover 5: by password, second factor included', async () => {
      const code = secondFactor(world, mia)
      const { username, password } = mia
      const body = { username, password, totp_code: code(), ...captured(phone) }
      await failsThenWorks(body)
    })

    it('recover 5: by code', async () => {
      const body = { pairing_code: await world.code(mia), ...captured(phone) }
      await failsThenWorks(body)
    })

    it('recover 5: by grant', async () => {
      const started = await world.recover({ pairing_code: await world.code(mia), expected_user_id: mia.id })
      const body = {
        recovery_token: started.json().data.recovery_token,
        expected_session_id: phone.mobile_session_id,
      }
      await failsThenWorks(body)
    })
  },
)
