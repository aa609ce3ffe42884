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

/** An authority service on the world's database where another process writes right after an offer is first read. */
function withConcurrentWrite(sql: string) {
  const { database: raw, clock } = world.kernel
  const db: Database = {
    prepare: (sql: string) => raw.prepare(sql) as never,
    exec: (sql) => void raw.exec(sql),
    afterCommit: (fn) => fn(),
    transaction: (work) => raw.transaction(work).immediate(),
  }
  const store = offersStore(db)
  let done = false
  const writeAfter = <T>(result: T): T => {
    if (!done) raw.exec(sql)
    done = true
    return result
  }
  const interrupted: OffersStore = {
    ...store,
    byCode: (hash) => writeAfter(store.byCode(hash)),
    openOf: (id) => writeAfter(store.openOf(id)),
  }
  const commits: [string, boolean][] = []
  const authority = makeAuthority({
    db,
    clock,
    offers: makeOffers({ store: interrupted, clock }),
    servers: serversStore(db),
    events: eventsStore(db),
    onCommitted: (id, fenced) => void commits.push([id, fenced]),
  })
  return { authority, commits }
}
const revokeOpenOffers = "UPDATE enrollment_offers SET outcome = 'revoked', ended_at = 1 WHERE outcome IS NULL"
const events = () => world.kernel.database.prepare('SELECT count(*) FROM enrollment_events').pluck().get()

describe('an offer that another process ends at the same moment', () => {
  it('is not claimed, and no agent is fenced', async () => {
    const { server_id: id, enrollment } = await world.onboard('a')
    const { authority, commits } = withConcurrentWrite(revokeOpenOffers)
    expect(() => authority.claim(enrollment.code, newToken(), '192.0.2.1')).toThrow(
      expect.objectContaining({ status: 401 }),
    )
    expect(authority.of(id)).toEqual({ status: 'unclaimed', outstanding_offer: null })
    expect([commits, events()]).toEqual([[], 1])
  })

  it('is not recorded as expired as well', async () => {
    const { server_id: id, enrollment } = await world.onboard('a', { ttl_secs: 1 })
    world.kernel.clock.set(world.kernel.clock.now() + 1000)
    const { authority } = withConcurrentWrite(revokeOpenOffers)
    const actor = { kind: 'system', id: null, source: 'test' } as const
    expect(authority.issue(id, 60, actor).id).not.toBe(enrollment.id)
    expect(world.kernel.database.prepare('SELECT outcome FROM enrollment_offers').pluck().all()).toEqual([
      'revoked',
      null,
    ])
    expect(events()).toBe(2)
  })
})
