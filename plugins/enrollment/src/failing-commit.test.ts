import { afterEach, describe, expect, it } from 'vitest'
import { makeWorld, newToken, type World } from '../test/world.ts'
import { agents } from './contract.ts'

let world: World
afterEach(() => world.close())

/** The database refuses writes to a table, as a full disk would. */
function breakWrites(what: string) {
  const { database } = world.kernel
  database.exec(`CREATE TEMP TRIGGER broken BEFORE ${what} BEGIN SELECT RAISE(ABORT, 'the disk is full'); END`)
  return () => void database.exec('DROP TRIGGER broken')
}

const everything = () =>
  ['servers', 'tags', 'offers', 'requests', 'events'].map((table) =>
    world.kernel.database.prepare(`SELECT * FROM enrollment_${table}`).all(),
  )

interface Fleet {
  /** claimed, with a graceful re-enrollment under way */
  readonly id: string
  readonly offer: { readonly id: string; readonly code: string }
  /** unclaimed, without an offer */
  readonly bare: string
  /** claimed, without an offer */
  readonly calm: string
}
const base = (id: string) => `/api/servers/${id}/agent-authority`

describe('a transition whose commit fails', () => {
  it.each<[string, (fleet: Fleet) => Promise<{ status: number; error?: { code: string } }>]>([
    ['onboarding', () => world.admin('POST', '/api/servers', { onboarding_request_id: 'r', name: 'n', tags: ['t'] })],
    ['issue', ({ bare }) => world.admin('POST', `${base(bare)}/offers`)],
    ['replace', ({ id, offer }) => world.admin('POST', `${base(id)}/offers/${offer.id}/replace`)],
    ['revoke of the offer', ({ id, offer }) => world.admin('DELETE', `${base(id)}/offers/${offer.id}`)],
    ['graceful re-enrollment', ({ calm }) => world.admin('POST', `${base(calm)}/re-enrollment`, { mode: 'graceful' })],
    [
      'emergency re-enrollment',
      ({ calm }) => world.admin('POST', `${base(calm)}/re-enrollment`, { mode: 'emergency' }),
    ],
    ['revoke of the authority', ({ id }) => world.admin('DELETE', base(id))],
    ['claim', ({ offer }) => world.register(offer.code, newToken())],
    ['deletion', ({ id }) => world.admin('DELETE', `/api/servers/${id}`)],
  ])('changes nothing and ends no connection: %s', async (_, act) => {
    world = await makeWorld()
    const { id, token } = await world.claimed('a')
    const calm = await world.claimed('calm')
    const { server_id: bare, enrollment } = await world.onboard('bare')
    await world.admin('DELETE', `${base(bare)}/offers/${enrollment.id}`)
    const reEnrolled = await world.admin('POST', `${base(id)}/re-enrollment`, { mode: 'graceful' })
    await world.welcomed(token)
    await world.welcomed(calm.token)
    const fleet: Fleet = { id, bare, calm: calm.id, offer: reEnrolled.data.enrollment }

    const before = everything()
    const mend = breakWrites('INSERT ON enrollment_events')
    const { status, error } = await act(fleet)
    expect([status, error?.code]).toEqual([500, 'INTERNAL_ERROR'])
    expect(everything()).toEqual(before)
    expect(new Set(world.kernel.service(agents).online())).toEqual(new Set([id, calm.id]))

    mend()
    expect((await act(fleet)).status).toBe(200)
  })
})

describe('an admission that cannot be written down', () => {
  it('closes the socket, and the agent gets in when it comes again', async () => {
    world = await makeWorld()
    const { id, token } = await world.claimed('a')
    const mend = breakWrites('UPDATE OF last_seen_ms ON enrollment_servers')
    const agent = await world.agent(token)
    await agent.closed
    expect([agent.received, world.kernel.service(agents).isOnline(id)]).toEqual([[], false])
    mend()
    await world.welcomed(token)
  })
})
