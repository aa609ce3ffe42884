import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type Door, openDoor, withCookie } from '../../test/door.ts'

let door: Door
/** two admins: token and id of each */
let ann: { token: string; id: string }
let bob: { token: string; id: string }
beforeEach(async () => {
  door = await openDoor()
  const { token } = await door.settle('ann')
  const { id, password } = await door.addUser(token, 'bob', 'admin')
  bob = { token: await door.enter('bob', password), id }
  const me = await door.kernel.inject({ url: '/api/auth/me', headers: withCookie(token) })
  ann = { token, id: me.json().data.user_id }
})
afterEach(() => door.close())

const chosen = 'correct horse battery'
const call = (method: 'PUT' | 'DELETE', by: { token: string }, of: { id: string }, payload?: object) =>
  door.kernel.inject({
    method,
    url: `/api/users/${of.id}`,
    headers: withCookie(by.token),
    ...(payload && { payload }),
  })
const admins = () => door.kernel.database.prepare("SELECT id FROM auth_users WHERE role = 'admin'").pluck().all()
const outcomes = (answers: { statusCode: number; json(): { error?: { code: string } } }[]) =>
  answers.map((answer) => [answer.statusCode, answer.json().error?.code]).sort()

describe('the last admin', () => {
  it('can neither be demoted nor deleted, by others or itself', async () => {
    expect((await call('PUT', ann, bob, { role: 'member' })).statusCode).toBe(200)
    for (const answer of [await call('PUT', ann, ann, { role: 'member' }), await call('DELETE', ann, ann)]) {
      expect([answer.statusCode, answer.json().error]).toEqual([
        400,
        { code: 'BAD_REQUEST', message: 'Bad request: the last admin cannot be demoted or deleted' },
      ])
    }
    expect(admins()).toEqual([ann.id])
    expect((await call('PUT', ann, ann, { role: 'admin' })).statusCode).toBe(200)
  })

  it('may go when another one has come', async () => {
    expect((await call('PUT', ann, ann, { role: 'member' })).json().data.role).toBe('member')
    expect(admins()).toEqual([bob.id])
    expect((await call('PUT', ann, ann, { role: 'admin' })).statusCode).toBe(403)
  })

  // A password to hash keeps both requests between their check and their change at the same time.
  const wishes = { role: 'member', password: chosen }
  it('remains when two admins demote each other at once', async () => {
    const answers = await Promise.all([call('PUT', ann, bob, wishes), call('PUT', bob, ann, wishes)])
    // the new password has ended the session of the one who was too late
    expect(outcomes(answers)).toEqual([
      [200, undefined],
      [401, 'UNAUTHORIZED'],
    ])
    expect(admins()).toHaveLength(1)
  })

  it('hears that it is the last from the demotion by the one it has demoted', async () => {
    const answers = await Promise.all([call('PUT', bob, ann, wishes), call('PUT', ann, bob, { role: 'member' })])
    expect(outcomes(answers)).toEqual([
      [200, undefined],
      [400, 'BAD_REQUEST'],
    ])
    expect(admins()).toEqual([ann.id])
  })

  it('remains when both demote themselves at once', async () => {
    const answers = await Promise.all([ann, bob].map((one) => call('PUT', one, one, { role: 'member' })))
    expect(outcomes(answers)).toEqual([
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
    const answers = await Promise.all([call('DELETE', ann, of[first]), call('DELETE', bob, of[second])])
    const won = answers.filter(({ statusCode }) => statusCode === 200)
    expect(won).toHaveLength(1)
    for (const lost of answers.filter((answer) => !won.includes(answer))) expect([400, 401]).toContain(lost.statusCode)
    expect(admins()).toHaveLength(1)
  })

  it('remains when many demotions and deletions of all admins meet', async () => {
    const more = await Promise.all(['c', 'd', 'e', 'f'].map((name) => door.addUser(ann.token, name, 'admin')))
    const answers = await Promise.all(
      [...more, bob, ann].flatMap((one) => [
        call('PUT', ann, one, one === ann ? { role: 'member' } : wishes),
        call('DELETE', ann, one),
      ]),
    )
    const [done, gone] = [200, 404].map((wanted) => answers.filter(({ statusCode }) => statusCode === wanted))
    expect([done?.length, gone?.length]).toEqual([5, 5])
    expect(outcomes(answers.slice(-2))).toEqual([
      [400, 'BAD_REQUEST'],
      [400, 'BAD_REQUEST'],
    ])
    expect(admins()).toEqual([ann.id])
  })
})

describe('an admin who is demoted while the own act waits for a hash', () => {
  it.each([
    ['PUT', { role: 'admin', password: chosen }],
    ['POST', { username: 'eve', role: 'admin', password: chosen }],
  ] as const)('does not get it done: %s', async (method, payload) => {
    const third = await door.addUser(ann.token, 'cleo')
    const before = door.audits().length
    const act = door.kernel.inject({
      method,
      url: method === 'PUT' ? `/api/users/${third.id}` : '/api/users',
      headers: withCookie(bob.token),
      payload,
    })
    const [done, demoted] = await Promise.all([act, call('PUT', ann, bob, { role: 'member' })])
    expect([demoted.statusCode, outcomes([done])]).toEqual([200, [[403, 'FORBIDDEN']]])
    expect(admins()).toEqual([ann.id])
    expect(door.audits().slice(before)).toHaveLength(1)
    expect((await door.login({ username: 'cleo', password: third.password })).statusCode).toBe(200)
  })
})
