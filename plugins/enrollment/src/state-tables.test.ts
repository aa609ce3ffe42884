import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { makeWorld, newToken, type World } from '../test/world.ts'
import { digest } from './secrets.ts'

let world: World
beforeEach(async () => {
  world = await makeWorld({ config: { rate_limit: { register_max: 1000 } } })
})
afterEach(() => world.close())

interface Offer {
  readonly id: string
  readonly code: string
}

const base = (id: string) => `/api/servers/${id}/agent-authority`
const advance = (seconds: number) => world.kernel.clock.set(world.kernel.clock.now() + seconds * 1000)
const authority = async (id: string) => (await world.member('GET', base(id))).data
const row = (table: 'servers' | 'offers', id: string) =>
  world.kernel.database.prepare(`SELECT * FROM enrollment_${table} WHERE id = ?`).get(id) as Record<string, unknown>
const openOffers = (id: string) =>
  world.kernel.database
    .prepare('SELECT id FROM enrollment_offers WHERE server_id = ? AND outcome IS NULL')
    .pluck()
    .all(id)
const events = async (id: string) => {
  const { data } = await world.member('GET', `/api/agent-authority/events?server_id=${id}`)
  return data.map((event: Record<string, unknown>) => [
    event.transition,
    event.offer_id,
    event.mode,
    event.authority_before,
    event.authority_after,
  ])
}

const replace = (id: string, offer: Offer) => world.admin('POST', `${base(id)}/offers/${offer.id}/replace`)
const revoke = (id: string, offer: Offer) => world.admin('DELETE', `${base(id)}/offers/${offer.id}`)
const issue = async (id: string): Promise<Offer> => (await world.admin('POST', `${base(id)}/offers`)).data.enrollment
const reEnroll = async (id: string, mode: string): Promise<Offer> =>
  (await world.admin('POST', `${base(id)}/re-enrollment`, { mode })).data.enrollment

/** A server with its first offer, outstanding. */
async function outstanding(): Promise<{ id: string; offer: Offer }> {
  const { server_id, enrollment } = await world.onboard('a')
  return { id: server_id, offer: enrollment }
}

const outcomes = {
  consumed: ({ offer }: { offer: Offer }) => world.register(offer.code, newToken()),
  revoked: ({ id, offer }: { id: string; offer: Offer }) => revoke(id, offer),
  replaced: ({ id, offer }: { id: string; offer: Offer }) => replace(id, offer),
  expired: async () => advance(600),
} as const

/** A server whose first offer has ended with this outcome. */
async function ended(outcome: keyof typeof outcomes) {
  const subject = await outstanding()
  await outcomes[outcome](subject)
  return subject
}

describe('enrollment offer', () => {
  it('(none), POST /api/servers with a new idempotency key: outstanding, code returned once', async () => {
    const body = { onboarding_request_id: 'r', name: 'a' }
    const first = (await world.admin('POST', '/api/servers', body)).data
    const again = await world.admin('POST', '/api/servers', body)
    expect(first.enrollment.code).toMatch(/^[\w-]{43}$/)
    expect(JSON.stringify(again)).not.toContain(first.enrollment.code)
    expect((await authority(first.server_id)).outstanding_offer.id).toBe(first.enrollment.id)
    expect(row('offers', first.enrollment.id)).toMatchObject({
      outcome: null,
      code_hash: digest(first.enrollment.code),
    })
    expect(await events(first.server_id)).toEqual([
      ['initial_offer_issued', first.enrollment.id, null, 'unclaimed', 'unclaimed'],
    ])
  })

  it('(none), POST offers while unclaimed: outstanding, code returned once', async () => {
    const { id } = await ended('revoked')
    const offer = await issue(id)
    expect((await authority(id)).outstanding_offer.id).toBe(offer.id)
    expect((await world.register(offer.code, newToken())).status).toBe(200)
    expect((await events(id))[1]).toEqual(['offer_issued', offer.id, null, 'unclaimed', 'unclaimed'])
  })

  it('outstanding, register with code and token: consumed, hash stored, server_id returned', async () => {
    const { id, offer } = await outstanding()
    const token = newToken()
    expect(await world.register(offer.code, token)).toEqual({ status: 200, data: { server_id: id } })
    expect(row('offers', offer.id)).toMatchObject({ outcome: 'consumed', ended_at: 1_700_000_000 })
    expect(row('servers', id).token_hash).toBe(digest(token))
    expect((await events(id))[0]).toEqual(['offer_consumed', offer.id, null, 'unclaimed', 'claimed'])
  })

  it('outstanding, replace: replaced, its successor outstanding for 600 s, new code returned once', async () => {
    const { server_id: id, enrollment } = await world.onboard('a', { ttl_secs: 5 })
    const successor = (await replace(id, enrollment)).data.enrollment
    expect(successor.expires_at).toBe('2023-11-14T22:23:20Z')
    expect(row('offers', enrollment.id)).toMatchObject({ outcome: 'replaced', successor_id: successor.id })
    expect(openOffers(id)).toEqual([successor.id])
    expect((await world.register(successor.code, newToken())).status).toBe(200)
    expect((await events(id))[1]).toEqual(['offer_replaced', enrollment.id, null, 'unclaimed', 'unclaimed'])
  })

  it('outstanding, DELETE: revoked, nothing else', async () => {
    const { id, offer } = await outstanding()
    expect((await revoke(id, offer)).data).toEqual({ offer_id: offer.id, already_revoked: false })
    expect(row('offers', offer.id)).toMatchObject({ outcome: 'revoked', successor_id: null })
    expect(await authority(id)).toEqual({ status: 'unclaimed', outstanding_offer: null })
  })

  it('outstanding, lifetime over: expired immediately, without a background job', async () => {
    const { id, offer } = await outstanding()
    world.kernel.clock.set(1_700_000_599_999)
    expect((await authority(id)).outstanding_offer.id).toBe(offer.id)
    world.kernel.clock.set(1_700_000_600_000)
    expect((await authority(id)).outstanding_offer).toBeNull()
    const listed = (await world.member('GET', '/api/servers')).data[0]
    expect([listed.agent_authority.outstanding_offer, listed.outstanding_enrollment]).toEqual([null, null])
    expect((await world.register(offer.code, newToken())).status).toBe(401)
    expect(row('offers', offer.id)).toMatchObject({ outcome: 'expired', ended_at: 1_700_000_600 })
  })

  for (const outcome of Object.keys(outcomes) as (keyof typeof outcomes)[]) {
    it(`${outcome}, register: no transition, 401`, async () => {
      const { id, offer } = await ended(outcome)
      const before = [row('servers', id).token_hash, openOffers(id).length]
      expect(await world.register(offer.code, newToken())).toMatchObject({
        status: 401,
        error: { code: 'UNAUTHORIZED' },
      })
      expect([row('servers', id).token_hash, openOffers(id).length]).toEqual(outcome === 'expired' ? [null, 0] : before)
      expect(row('offers', offer.id).outcome).toBe(outcome)
    })

    it(`${outcome}, replace: no transition, 409 with the current offer, if any`, async () => {
      const { id, offer } = await ended(outcome)
      const current = (await authority(id)).outstanding_offer
      const response = await replace(id, offer)
      expect([response.status, response.error.code]).toEqual([409, 'ENROLLMENT_OFFER_TERMINAL'])
      expect(response.error.details).toEqual({
        code: 'enrollment.ENROLLMENT_OFFER_TERMINAL',
        params: { outcome },
        ...(current && { current_offer: current }),
      })
      expect((await authority(id)).outstanding_offer).toEqual(current)
      expect(row('offers', offer.id).outcome).toBe(outcome)
    })

    it(`${outcome}, DELETE: no transition, 409`, async () => {
      const { id, offer } = await ended(outcome)
      const current = (await authority(id)).outstanding_offer
      const response = await revoke(id, offer)
      expect([response.status, response.error.code]).toEqual([409, 'ENROLLMENT_OFFER_TERMINAL'])
      expect((await authority(id)).outstanding_offer).toEqual(current)
      expect(row('offers', offer.id).outcome).toBe(outcome)
    })

    it(`${outcome}: enforced by the database`, async () => {
      const { id, offer } = await ended(outcome)
      await world.kernel.runJob('OfferExpiry')
      const revive = world.kernel.database.prepare(
        'UPDATE enrollment_offers SET outcome = NULL, ended_at = NULL, successor_id = NULL WHERE id = ?',
      )
      expect(() => revive.run(offer.id)).toThrow('a terminal offer does not change')
      expect(openOffers(id)).toHaveLength(outcome === 'replaced' ? 1 : 0)
    })
  }

  it('outstanding, expired, the clock steps back: stays expired', async () => {
    const { id, offer } = await outstanding()
    advance(600)
    expect((await authority(id)).outstanding_offer).toBeNull()
    advance(-300)
    expect((await authority(id)).outstanding_offer).toBeNull()
    expect((await world.register(offer.code, newToken())).status).toBe(401)
    expect((await world.admin('POST', `${base(id)}/offers`)).status).toBe(200)
  })

  it('outstanding, the clock steps back: expires after its lifetime', async () => {
    const { id, offer } = await outstanding()
    world.kernel.clock.step(-3_600_000)
    await world.kernel.clock.advance(599_000)
    expect((await authority(id)).outstanding_offer).not.toBeNull()
    await world.kernel.clock.advance(1000)
    expect((await authority(id)).outstanding_offer).toBeNull()
    expect((await world.register(offer.code, newToken())).status).toBe(401)
  })

  it('two outstanding offers, or inserting a terminal one, are rejected by the database', async () => {
    const { id } = await outstanding()
    const insert = (values: string) => () =>
      world.kernel.database
        .prepare(`INSERT INTO enrollment_offers VALUES ('x', '${id}', 'h', 'p', 'u', 1, ${values})`)
        .run()
    expect(insert('2, NULL, NULL, NULL')).toThrow('UNIQUE constraint failed: enrollment_offers.server_id')
    expect(insert("2, 'revoked', 2, NULL")).toThrow('an offer is inserted outstanding')
    expect(insert('1, NULL, NULL, NULL')).toThrow('with an expiry after its creation')
  })
})

describe('agent authority', () => {
  const statusAndCode = async (response: ReturnType<World['admin']>) => {
    const { status, error } = await response
    return [status, error.code]
  }

  it('unclaimed, successful register: claimed, hash stored', async () => {
    const { id } = await ended('consumed')
    expect((await authority(id)).status).toBe('claimed')
  })

  it('unclaimed, re-enrollment: no transition, 409', async () => {
    const { id, offer } = await outstanding()
    for (const mode of ['graceful', 'emergency']) {
      const response = world.admin('POST', `${base(id)}/re-enrollment`, { mode })
      expect(await statusAndCode(response)).toEqual([409, 'AGENT_AUTHORITY_UNCLAIMED'])
    }
    expect(openOffers(id)).toEqual([offer.id])
  })

  it('unclaimed with an outstanding offer, POST offers: no transition, 409 with the current offer', async () => {
    const { id, offer } = await outstanding()
    const response = await world.admin('POST', `${base(id)}/offers`)
    expect([response.status, response.error.code]).toEqual([409, 'ENROLLMENT_OFFER_OUTSTANDING'])
    const { code_prefix, expires_at, created_at } = response.error.details.current_offer
    expect(response.error.details.current_offer.id).toBe(offer.id)
    expect([code_prefix, expires_at, created_at]).toEqual([
      offer.code.slice(0, 8),
      '2023-11-14T22:23:20Z',
      '2023-11-14T22:13:20Z',
    ])
  })

  it('unclaimed, DELETE with an outstanding offer: unclaimed, the offer revoked; without one: nothing changed', async () => {
    const { id, offer } = await outstanding()
    expect((await world.admin('DELETE', base(id))).data).toEqual({ server_id: id, changed: true })
    expect(row('offers', offer.id).outcome).toBe('revoked')
    expect((await world.admin('DELETE', base(id))).data).toEqual({ server_id: id, changed: false })
    expect(await events(id)).toHaveLength(2)
  })

  it('claimed, POST offers: no transition, 409', async () => {
    const { id } = await world.claimed('a')
    expect(await statusAndCode(world.admin('POST', `${base(id)}/offers`))).toEqual([
      409,
      'AGENT_AUTHORITY_ALREADY_CLAIMED',
    ])
    expect(openOffers(id)).toEqual([])
  })

  it('claimed, graceful re-enrollment: claimed, the agent keeps running until the new claim', async () => {
    const { id, token } = await world.claimed('a')
    const agent = await world.welcomed(token)
    const offer = await reEnroll(id, 'graceful')
    expect((await events(id))[0]).toEqual(['reenrollment_started', offer.id, 'graceful', 'claimed', 'claimed'])
    agent.sendRaw('{}')
    await world.welcomed(token)
    expect((await world.register(offer.code, newToken())).status).toBe(200)
    expect((await (await world.agent(token)).refused).status).toBe(401)
  })

  it('claimed, graceful re-enrollment whose offer ends without a claim: claimed, the old token stays valid', async () => {
    const { id, token } = await world.claimed('a')
    for (const outcome of ['revoked', 'expired'] as const)
      await outcomes[outcome]({ id, offer: await reEnroll(id, 'graceful') })
    expect(await authority(id)).toEqual({ status: 'claimed', outstanding_offer: null })
    await world.welcomed(token)
    expect((await world.admin('POST', `${base(id)}/re-enrollment`, { mode: 'graceful' })).status).toBe(200)
  })

  it('claimed, emergency re-enrollment: unclaimed immediately, agent disconnected, offer in the same transition', async () => {
    const { id, token } = await world.claimed('a')
    const agent = await world.welcomed(token)
    const offer = await reEnroll(id, 'emergency')
    expect(row('servers', id)).toMatchObject({ token_hash: null, token_prefix: null })
    expect(openOffers(id)).toEqual([offer.id])
    await agent.closed
    expect((await (await world.agent(token)).refused).status).toBe(401)
    expect((await events(id))[0]).toEqual(['reenrollment_started', offer.id, 'emergency', 'claimed', 'unclaimed'])
  })

  it('claimed with an outstanding offer, re-enrollment: no transition, 409, agent unaffected', async () => {
    const { id, token } = await world.claimed('a')
    const offer = await reEnroll(id, 'graceful')
    for (const mode of ['graceful', 'emergency']) {
      const response = world.admin('POST', `${base(id)}/re-enrollment`, { mode })
      expect(await statusAndCode(response)).toEqual([409, 'ENROLLMENT_OFFER_OUTSTANDING'])
    }
    expect(openOffers(id)).toEqual([offer.id])
    await world.welcomed(token)
  })

  it('claimed, DELETE: unclaimed, token invalid, agent disconnected, no offer issued', async () => {
    const { id, token } = await world.claimed('a')
    const agent = await world.welcomed(token)
    expect((await world.admin('DELETE', base(id))).data).toEqual({ server_id: id, changed: true })
    expect(await authority(id)).toEqual({ status: 'unclaimed', outstanding_offer: null })
    expect(openOffers(id)).toEqual([])
    await agent.closed
    expect((await (await world.agent(token)).refused).status).toBe(401)
    expect((await events(id))[0]).toEqual(['authority_revoked', null, null, 'claimed', 'unclaimed'])
  })

  it('any, server deleted: events are kept, offers and token are deleted', async () => {
    const { id, token } = await world.claimed('a')
    const offer = await reEnroll(id, 'graceful')
    await world.admin('DELETE', `/api/servers/${id}`)
    expect((await world.register(offer.code, newToken())).status).toBe(401)
    expect((await (await world.agent(token)).refused).status).toBe(401)
    expect((await events(id))[0]).toEqual(['server_deleted', null, null, 'claimed', 'unclaimed'])
    expect(openOffers(id)).toEqual([])
  })
})
