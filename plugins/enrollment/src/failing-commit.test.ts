import { afterEach, describe, expect, it } from 'vitest'
import { makeWorld, newToken, type World } from '../test/world.ts'
import { agents } from './contract.ts'

let world: World
afterEach(() => world.close())

/** Makes writes to a table fail, as with a full disk. Returns a function that repairs it. */
function breakWrites(operation: string) {
  const { database } = world.kernel
  database.exec(`CREATE TEMP TRIGGER broken BEFORE ${operation} BEGIN SELECT RAISE(ABORT, 'the disk is full'); END`)
  return () => void database.exec('DROP TRIGGER broken')
}

const allRows = () =>
  ['servers', 'tags', 'offers', 'requests', 'events'].map((table) =>
    world.kernel.database.prepare(`SELECT * FROM enrollment_${table}`).all(),
  )

interface Fleet {
  /** claimed, with a graceful re-enrollment under way */
  readonly id: string
  readonly offer: { readonly id: string; readonly code: string }
  /** unclaimed, without an offer */
  readonly unclaimed: string
  /** claimed, without an offer */
  readonly claimed: string
}
const base = (id: string) => `/api/servers/${id}/agent-authority`

describe('a transition whose commit fails', () => {
  it.each<[string, (fleet: Fleet) => Promise<{ status: number; error?: { code: string } }>]>([
    ['onboarding', () => world.admin('POST', '/api/servers', { onboarding_request_id: 'r', name: 'n', tags: ['t'] })],
    ['issue', ({ unclaimed }) => world.admin('POST', `${base(unclaimed)}/offers`)],
    ['replace', ({ id, offer }) => world.admin('POST', `${base(id)}/offers/${offer.id}/replace`)],
    ['revoking the offer', ({ id, offer }) => world.admin('DELETE', `${base(id)}/offers/${offer.id}`)],
    [
      'graceful re-enrollment',
      ({ claimed }) => world.admin('POST', `${base(claimed)}/re-enrollment`, { mode: 'graceful' }),
    ],
    [
      'emergency re-enrollment',
      ({ claimed }) => world.admin('POST', `${base(claimed)}/re-enrollment`, { mode: 'emergency' }),
    ],
    ['revoking the authority', ({ id }) => world.admin('DELETE', base(id))],
    ['claim', ({ offer }) => world.register(offer.code, newToken())],
    ['deletion', ({ id }) => world.admin('DELETE', `/api/servers/${id}`)],
  ])('changes nothing and ends no connection: %s', async (_, transition) => {
    world = await makeWorld()
    const { id, token } = await world.claimed('a')
    const claimed = await world.claimed('claimed')
    const { server_id: unclaimed, enrollment } = await world.onboard('unclaimed')
    await world.admin('DELETE', `${base(unclaimed)}/offers/${enrollment.id}`)
    const reEnrolled = await world.admin('POST', `${base(id)}/re-enrollment`, { mode: 'graceful' })
    await world.welcomed(token)
    await world.welcomed(claimed.token)
    const fleet: Fleet = { id, unclaimed, claimed: claimed.id, offer: reEnrolled.data.enrollment }

    const before = allRows()
    const repair = breakWrites('INSERT ON enrollment_events')
    const { status, error } = await transition(fleet)
    expect([status, error?.code]).toEqual([500, 'INTERNAL_ERROR'])
    expect(allRows()).toEqual(before)
    expect(new Set(world.kernel.service(agents).online())).toEqual(new Set([id, claimed.id]))

    repair()
    expect((await transition(fleet)).status).toBe(200)
  })
})

describe('an admission that cannot be stored', () => {
  it('closes the socket; the agent can connect again later', async () => {
    world = await makeWorld()
    const { id, token } = await world.claimed('a')
    const repair = breakWrites('UPDATE OF last_seen_ms ON enrollment_servers')
    const agent = await world.agent(token)
    await agent.closed
    expect([agent.received, world.kernel.service(agents).isOnline(id)]).toEqual([[], false])
    repair()
    await world.welcomed(token)
  })
})
