import type { Database } from '@svc/plugin-sdk'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { makeWorld, newToken, type World } from '../test/world.ts'
import { makeAuthority } from './authority.ts'
import { eventsStore } from './events-store.ts'
import { makeOffers } from './offers.ts'
import { type OffersStore, offersStore } from './offers-store.ts'
import { serversStore } from './servers-store.ts'

let world: World
beforeEach(async () => {
  world = await makeWorld()
})
afterEach(() => world.close())

/** The transitions over the world's database, where another process writes right after each first look at an offer. */
function disturbed(write: string) {
  const { database: raw, clock } = world.kernel
  const db: Database = {
    prepare: (sql: string) => raw.prepare(sql) as never,
    exec: (sql) => void raw.exec(sql),
    transaction: (work) => raw.transaction(work).immediate(),
  }
  const store = offersStore(db)
  let done = false
  const meanwhile = <T>(seen: T): T => {
    if (!done) raw.exec(write)
    done = true
    return seen
  }
  const watched: OffersStore = {
    ...store,
    byCode: (hash) => meanwhile(store.byCode(hash)),
    openOf: (id) => meanwhile(store.openOf(id)),
  }
  const told: [string, boolean][] = []
  const authority = makeAuthority({
    ...{ db, clock, offersStore: watched, offers: makeOffers({ store: watched, clock }) },
    ...{ servers: serversStore(db), events: eventsStore(db) },
    committed: (id, fenced) => void told.push([id, fenced]),
  })
  return { authority, told }
}
const revoked = "UPDATE enrollment_offers SET outcome = 'revoked', ended_at = 1 WHERE outcome IS NULL"
const events = () => world.kernel.database.prepare('SELECT count(*) FROM enrollment_events').pluck().get()

describe('an offer that the command line ends in the same moment', () => {
  it('is not claimed, and no agent is fenced for it', async () => {
    const { server_id: id, enrollment } = await world.onboard('a')
    const { authority, told } = disturbed(revoked)
    expect(() => authority.claim(enrollment.code, newToken(), '192.0.2.1')).toThrow(
      expect.objectContaining({ status: 401 }),
    )
    expect(authority.of(id)).toEqual({ status: 'unclaimed', outstanding_offer: null })
    expect([told, events()]).toEqual([[], 1])
  })

  it('does not expire as well', async () => {
    const { server_id: id, enrollment } = await world.onboard('a', { ttl_secs: 1 })
    world.kernel.clock.set(world.kernel.clock.now() + 1000)
    const { authority } = disturbed(revoked)
    const act = { kind: 'system', id: null, source: 'test' } as const
    expect(authority.issue(id, 60, act).id).not.toBe(enrollment.id)
    expect(world.kernel.database.prepare('SELECT outcome FROM enrollment_offers').pluck().all()).toEqual([
      'revoked',
      null,
    ])
    expect(events()).toBe(2)
  })
})
