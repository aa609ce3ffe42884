import { readPages } from '@svc/kernel/testing'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { makeWorld, newToken, type World } from '../test/world.ts'

let world: World
beforeEach(async () => {
  world = await makeWorld()
})
afterEach(() => world.close())

const base = (id: string) => `/api/servers/${id}/agent-authority`
const authority = async (id: string) => (await world.member('GET', base(id))).data
const transitions = async (id: string) => {
  const { data } = await world.admin('GET', `/api/agent-authority/events?server_id=${id}`)
  return data.map((event: Record<string, string>) => [
    event.transition,
    event.offer_outcome,
    event.authority_before,
    event.authority_after,
  ])
}
const advance = (seconds: number) => world.kernel.clock.set(world.kernel.clock.now() + seconds * 1000)
const statusAndCode = ({ status, error }: { status: number; error: { code: string } }) => [status, error.code]

describe('offers', () => {
  it('are issued for an unclaimed server only if none is outstanding', async () => {
    const { server_id: id, enrollment } = await world.onboard('a')
    const twice = await world.admin('POST', `${base(id)}/offers`)
    expect(statusAndCode(twice)).toEqual([409, 'ENROLLMENT_OFFER_OUTSTANDING'])
    expect(twice.error.details.current_offer.id).toBe(enrollment.id)
    await world.admin('DELETE', `${base(id)}/offers/${enrollment.id}`)

    const issued = await world.admin('POST', `${base(id)}/offers`, { ttl_secs: 60 })
    expect(issued.data.enrollment.expires_at).toBe('2023-11-14T22:14:20Z')
    expect((await authority(id)).outstanding_offer.id).toBe(issued.data.enrollment.id)
    expect(await transitions(id)).toEqual([
      ['offer_issued', null, 'unclaimed', 'unclaimed'],
      ['offer_revoked', 'revoked', 'unclaimed', 'unclaimed'],
      ['initial_offer_issued', null, 'unclaimed', 'unclaimed'],
    ])
  })

  it('have a default lifetime, and validate a given one', async () => {
    const { server_id: id, enrollment } = await world.onboard('a')
    await world.admin('DELETE', `${base(id)}/offers/${enrollment.id}`)
    const wrong = await world.admin('POST', `${base(id)}/offers`, { ttl_secs: 86_401 })
    expect(wrong.error.details).toEqual([
      { field: 'ttl_secs', rule: 'must be at most 86400', code: 'kernel.MAXIMUM', params: { limit: 86_400 } },
    ])
    const issued = await world.admin('POST', `${base(id)}/offers`)
    expect(issued.data.enrollment.expires_at).toBe('2023-11-14T22:23:20Z')
  })

  it('are not issued for a claimed server', async () => {
    const { id } = await world.claimed('a')
    expect(statusAndCode(await world.admin('POST', `${base(id)}/offers`))).toEqual([
      409,
      'AGENT_AUTHORITY_ALREADY_CLAIMED',
    ])
  })

  it('can be replaced only while outstanding', async () => {
    const { server_id: id, enrollment: first } = await world.onboard('a')
    const replaced = await world.admin('POST', `${base(id)}/offers/${first.id}/replace`)
    const second = replaced.data.enrollment
    expect(second.code).not.toBe(first.code)
    const stale = await world.admin('POST', `${base(id)}/offers/${first.id}/replace`)
    expect(statusAndCode(stale)).toEqual([409, 'ENROLLMENT_OFFER_TERMINAL'])
    expect(stale.error.details.current_offer.id).toBe(second.id)
    const row = world.kernel.database.prepare('SELECT outcome, successor_id FROM enrollment_offers WHERE id = ?')
    expect(row.get(first.id)).toEqual({ outcome: 'replaced', successor_id: second.id })
    expect((await world.register(first.code, newToken())).status).toBe(401)
    expect((await world.register(second.code, newToken())).status).toBe(200)
  })

  it('can be revoked only while outstanding', async () => {
    const { server_id: id, enrollment } = await world.onboard('a')
    const url = `${base(id)}/offers/${enrollment.id}`
    expect((await world.admin('DELETE', url)).data).toEqual({ offer_id: enrollment.id, already_revoked: false })
    expect(statusAndCode(await world.admin('DELETE', url))).toEqual([409, 'ENROLLMENT_OFFER_TERMINAL'])
    expect((await world.register(enrollment.code, newToken())).status).toBe(401)
  })

  it('of another server are not found', async () => {
    const a = await world.onboard('a')
    const b = await world.onboard('b')
    expect((await world.admin('POST', `${base(a.server_id)}/offers/${b.enrollment.id}/replace`)).status).toBe(404)
    expect((await world.admin('DELETE', `${base(a.server_id)}/offers/${b.enrollment.id}`)).status).toBe(404)
    expect((await authority(b.server_id)).outstanding_offer.id).toBe(b.enrollment.id)
  })

  it('expire on time; the next write records the outcome, even if it fails', async () => {
    const { server_id: id, enrollment } = await world.onboard('a')
    advance(600)
    expect((await authority(id)).outstanding_offer).toBeNull()
    expect(await transitions(id)).toHaveLength(1)
    const late = await world.admin('POST', `${base(id)}/offers/${enrollment.id}/replace`)
    expect(statusAndCode(late)).toEqual([409, 'ENROLLMENT_OFFER_TERMINAL'])
    expect(late.error.details).toEqual({
      code: 'enrollment.ENROLLMENT_OFFER_TERMINAL',
      params: { outcome: 'expired' },
    })
    expect((await transitions(id))[0]).toEqual(['offer_expired', 'expired', 'unclaimed', 'unclaimed'])
    expect((await world.admin('POST', `${base(id)}/offers`)).status).toBe(200)
  })

  it('are forgotten with their server', async () => {
    const { server_id: id } = await world.onboard('a')
    const { database } = world.kernel
    const server = database.prepare('SELECT * FROM enrollment_servers').get() as object
    const offer = database.prepare('SELECT * FROM enrollment_offers').get() as object
    const restore = (table: string, row: object) =>
      database
        .prepare(
          `INSERT INTO ${table} VALUES (${Object.keys(row)
            .map((column) => `@${column}`)
            .join()})`,
        )
        .run(row)
    advance(600)
    expect(await authority(id)).toMatchObject({ outstanding_offer: null })
    await world.admin('DELETE', `/api/servers/${id}`)
    restore('enrollment_servers', server)
    restore('enrollment_offers', offer)
    advance(-600)
    expect((await authority(id)).outstanding_offer).not.toBeNull()
  })

  it('are also recorded as expired by the job, and their codes are rejected', async () => {
    const { server_id: id, enrollment } = await world.onboard('a')
    advance(600)
    expect((await world.register(enrollment.code, newToken())).status).toBe(401)
    const b = await world.onboard('b', { ttl_secs: 1 })
    advance(1)
    await world.kernel.runJob('OfferExpiry')
    expect((await transitions(b.server_id))[0]?.[0]).toBe('offer_expired')
    expect((await transitions(id)).map(([name]: string[]) => name)).toEqual(['offer_expired', 'initial_offer_issued'])
  })
})

describe('authority', () => {
  it('is claimed by registration', async () => {
    const { server_id: id, enrollment } = await world.onboard('a')
    expect(await authority(id)).toMatchObject({ status: 'unclaimed' })
    expect(await world.register(enrollment.code, newToken())).toMatchObject({ status: 200, data: { server_id: id } })
    expect(await authority(id)).toEqual({ status: 'claimed', outstanding_offer: null })
    expect((await transitions(id))[0]).toEqual(['offer_consumed', 'consumed', 'unclaimed', 'claimed'])
  })

  it('stays valid during graceful re-enrollment until the new claim', async () => {
    const { id, token } = await world.claimed('a')
    const old = await world.welcomed(token)
    const issued = await world.admin('POST', `${base(id)}/re-enrollment`, { mode: 'graceful' })
    expect(await authority(id)).toMatchObject({
      status: 'claimed',
      outstanding_offer: { id: issued.data.enrollment.id },
    })
    const again = await world.admin('POST', `${base(id)}/re-enrollment`, { mode: 'graceful' })
    expect(statusAndCode(again)).toEqual([409, 'ENROLLMENT_OFFER_OUTSTANDING'])
    const next = newToken()
    expect((await world.register(issued.data.enrollment.code, next)).status).toBe(200)
    expect((await old.closed).code).toBe(1005)
    await world.welcomed(next)
    const rejected = await world.agent(token)
    expect(await rejected.refused).toEqual({ status: 401, text: 'Unauthorized' })
    expect((await transitions(id)).slice(0, 2)).toEqual([
      ['offer_consumed', 'consumed', 'claimed', 'claimed'],
      ['reenrollment_started', null, 'claimed', 'claimed'],
    ])
  })

  it('ends immediately on emergency re-enrollment, which also issues an offer', async () => {
    const { id, token } = await world.claimed('a')
    const old = await world.welcomed(token)
    const issued = await world.admin('POST', `${base(id)}/re-enrollment`, { mode: 'emergency', ttl_secs: 30 })
    expect(await authority(id)).toMatchObject({
      status: 'unclaimed',
      outstanding_offer: { id: issued.data.enrollment.id },
    })
    expect((await old.closed).code).toBe(1005)
    expect((await transitions(id))[0]).toEqual(['reenrollment_started', null, 'claimed', 'unclaimed'])
    expect((await world.register(issued.data.enrollment.code, token)).status).toBe(200)
  })

  it('cannot be re-enrolled while unclaimed or in an unknown mode', async () => {
    const { server_id: id } = await world.onboard('a')
    const unclaimed = await world.admin('POST', `${base(id)}/re-enrollment`, { mode: 'graceful' })
    expect(statusAndCode(unclaimed)).toEqual([409, 'AGENT_AUTHORITY_UNCLAIMED'])
    expect((await world.admin('POST', `${base(id)}/re-enrollment`, { mode: 'soft' })).status).toBe(422)
  })

  it('is revoked together with its open offer, and the agent is disconnected', async () => {
    const { id, token } = await world.claimed('a')
    const agent = await world.welcomed(token)
    await world.admin('POST', `${base(id)}/re-enrollment`, { mode: 'graceful' })
    expect((await world.admin('DELETE', base(id))).data).toEqual({ server_id: id, changed: true })
    expect((await agent.closed).code).toBe(1005)
    expect(await authority(id)).toEqual({ status: 'unclaimed', outstanding_offer: null })
    expect((await transitions(id)).slice(0, 2)).toEqual([
      ['authority_revoked', null, 'claimed', 'unclaimed'],
      ['offer_revoked', 'revoked', 'claimed', 'claimed'],
    ])
    expect((await world.admin('DELETE', base(id))).data).toEqual({ server_id: id, changed: false })
  })

  it('revoked while unclaimed revokes the open offer', async () => {
    const { server_id: id } = await world.onboard('a')
    expect((await world.admin('DELETE', base(id))).data.changed).toBe(true)
    expect((await authority(id)).outstanding_offer).toBeNull()
    const expired = await world.onboard('b')
    advance(600)
    expect((await world.admin('DELETE', base(expired.server_id))).data.changed).toBe(true)
    expect((await transitions(expired.server_id))[0]?.[0]).toBe('offer_expired')
  })

  it('has events that outlive the server, newest first and limited', async () => {
    const { id } = await world.claimed('a')
    await world.admin('DELETE', `/api/servers/${id}`)
    const names = (await transitions(id)).map(([name]: string[]) => name)
    expect(names).toEqual(['server_deleted', 'offer_consumed', 'initial_offer_issued'])
    const events = (limit: number) => world.admin('GET', `/api/agent-authority/events?server_id=${id}&limit=${limit}`)
    expect((await events(2)).data).toHaveLength(2)
    expect((await events(0)).data).toHaveLength(1)
    expect((await events(9999)).data).toHaveLength(3)
    const read = (url: string) => world.kernel.as('admin').inject(url)
    const pages = await readPages<{ transition: string }[]>(read, `/api/agent-authority/events?server_id=${id}&limit=2`)
    expect(pages.map((page) => page.map(({ transition }) => transition))).toEqual([names.slice(0, 2), names.slice(2)])
    expect((await world.admin('GET', '/api/agent-authority/events')).status).toBe(400)
  })

  it.each([
    ['GET', ''],
    ['DELETE', ''],
    ['POST', '/offers'],
    ['POST', '/re-enrollment'],
    ['POST', '/offers/x/replace'],
    ['DELETE', '/offers/x'],
  ] as const)('%s %s of an unknown server is 404', async (method, rest) => {
    const payload = rest === '/re-enrollment' ? { mode: 'graceful' } : undefined
    expect((await world.admin(method, `${base('nope')}${rest}`, payload)).status).toBe(404)
  })
})
