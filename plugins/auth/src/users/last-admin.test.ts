import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openWorld, type World, withCookie } from '../../test/world.ts'

let world: World
/** two admins: token and id of each */
let ann: { token: string; id: string }
let bob: { token: string; id: string }
beforeEach(async () => {
  world = await openWorld()
  const { token } = await world.onboard('ann')
  const { id, password } = await world.addUser(token, 'bob', 'admin')
  bob = { token: await world.signIn('bob', password), id }
  const me = await world.kernel.inject({ url: '/api/auth/me', headers: withCookie(token) })
  ann = { token, id: me.json().data.user_id }
})
afterEach(() => world.close())

const chosen = 'correct horse battery'
const call = (method: 'PUT' | 'DELETE', by: { token: string }, of: { id: string }, payload?: object) =>
  world.kernel.inject({
    method,
    url: `/api/users/${of.id}`,
    headers: withCookie(by.token),
    ...(payload && { payload }),
  })
const admins = () => world.kernel.database.prepare("SELECT id FROM auth_users WHERE role = 'admin'").pluck().all()
const outcomes = (responses: { statusCode: number; json(): { error?: { code: string } } }[]) =>
  responses.map((response) => [response.statusCode, response.json().error?.code]).sort()

describe('the last admin', () => {
  it('can neither be demoted nor deleted, by others or itself', async () => {
    expect((await call('PUT', ann, bob, { role: 'member' })).statusCode).toBe(200)
    for (const response of [await call('PUT', ann, ann, { role: 'member' }), await call('DELETE', ann, ann)]) {
      expect([response.statusCode, response.json().error]).toEqual([
        400,
        {
          code: 'BAD_REQUEST',
          message: 'Bad request: the last admin cannot be demoted or deleted',
          details: { code: 'auth.LAST_ADMIN' },
        },
      ])
    }
    expect(admins()).toEqual([ann.id])
    expect((await call('PUT', ann, ann, { role: 'admin' })).statusCode).toBe(200)
  })

  it('can be deleted once another admin exists', async () => {
    expect((await call('PUT', ann, ann, { role: 'member' })).json().data.role).toBe('member')
    expect(admins()).toEqual([bob.id])
    expect((await call('PUT', ann, ann, { role: 'admin' })).statusCode).toBe(403)
  })

  // Hashing a password keeps both requests between check and change at the same time.
  const demotion = { role: 'member', password: chosen }
  it('remains when two admins demote each other concurrently', async () => {
    const responses = await Promise.all([call('PUT', ann, bob, demotion), call('PUT', bob, ann, demotion)])
    // the new password has revoked the session of the slower request
    expect(outcomes(responses)).toEqual([
      [200, undefined],
      [401, 'UNAUTHORIZED'],
    ])
    expect(admins()).toHaveLength(1)
  })

  it('is reported as the last one when the demoted admin demotes in turn', async () => {
    const responses = await Promise.all([call('PUT', bob, ann, demotion), call('PUT', ann, bob, { role: 'member' })])
    expect(outcomes(responses)).toEqual([
      [200, undefined],
      [400, 'BAD_REQUEST'],
    ])
    expect(admins()).toEqual([ann.id])
  })

  it('remains when both demote themselves concurrently', async () => {
    const responses = await Promise.all([ann, bob].map((one) => call('PUT', one, one, { role: 'member' })))
    expect(outcomes(responses)).toEqual([
      [200, undefined],
      [400, 'BAD_REQUEST'],
    ])
    expect(admins()).toHaveLength(1)
  })

  it.each([
    ['each other', 'bob', 'ann'],
    ['themselves', 'ann', 'bob'],
  ] as const)('remains when two admins delete %s at once', async (_, first, second) => {
    const of = { ann, bob }
    const responses = await Promise.all([call('DELETE', ann, of[first]), call('DELETE', bob, of[second])])
    const won = responses.filter(({ statusCode }) => statusCode === 200)
    expect(won).toHaveLength(1)
    for (const lost of responses.filter((response) => !won.includes(response)))
      expect([400, 401]).toContain(lost.statusCode)
    expect(admins()).toHaveLength(1)
  })

  it('remains under concurrent demotions and deletions of all admins', async () => {
    const more = await Promise.all(['c', 'd', 'e', 'f'].map((name) => world.addUser(ann.token, name, 'admin')))
    const responses = await Promise.all(
      [...more, bob, ann].flatMap((one) => [
        call('PUT', ann, one, one === ann ? { role: 'member' } : demotion),
        call('DELETE', ann, one),
      ]),
    )
    const [succeeded, notFound] = [200, 404].map((status) =>
      responses.filter(({ statusCode }) => statusCode === status),
    )
    expect([succeeded?.length, notFound?.length]).toEqual([5, 5])
    expect(outcomes(responses.slice(-2))).toEqual([
      [400, 'BAD_REQUEST'],
      [400, 'BAD_REQUEST'],
    ])
    expect(admins()).toEqual([ann.id])
  })
})

describe('an admin who is demoted while the request waits for a password hash', () => {
  it.each([
    ['PUT', { role: 'admin', password: chosen }],
    ['POST', { username: 'eve', role: 'admin', password: chosen }],
  ] as const)('does not get it done: %s', async (method, payload) => {
    const third = await world.addUser(ann.token, 'cleo')
    const before = world.audits().length
    const act = world.kernel.inject({
      method,
      url: method === 'PUT' ? `/api/users/${third.id}` : '/api/users',
      headers: withCookie(bob.token),
      payload,
    })
    const [done, demoted] = await Promise.all([act, call('PUT', ann, bob, { role: 'member' })])
    expect([demoted.statusCode, outcomes([done])]).toEqual([200, [[403, 'FORBIDDEN']]])
    expect(admins()).toEqual([ann.id])
    expect(world.audits().slice(before)).toHaveLength(1)
    expect((await world.login({ username: 'cleo', password: third.password })).statusCode).toBe(200)
  })
})
