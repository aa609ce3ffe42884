import { afterEach, describe, expect, it } from 'vitest'
import { makeWorld, newToken, report, type World } from '../test/world.ts'
import { agents } from './contract.ts'

let world: World
afterEach(() => world.close())

const base = (id: string) => `/api/servers/${id}/agent-authority`
const stepClock = (seconds: number) => world.kernel.clock.set(world.kernel.clock.now() + seconds * 1000)
const count = (table: string) => world.kernel.database.prepare(`SELECT count(*) FROM enrollment_${table}`).pluck().get()
const statusAndCode = ({ status, error }: { status: number; error?: { code: string } }) => [status, error?.code]

const register = async (code: string, body: string) => {
  const response = await world.kernel.inject({
    method: 'POST',
    url: '/api/agent/register',
    headers: { authorization: `Bearer ${code}`, 'content-type': 'application/json' },
    payload: body,
  })
  return { status: response.statusCode, error: response.json().error, headers: response.headers }
}

describe('ttl_secs', () => {
  const low = { rule: 'must be at least 1', code: 'kernel.MINIMUM', params: { limit: 1 } }
  const high = { rule: 'must be at most 86400', code: 'kernel.MAXIMUM', params: { limit: 86_400 } }
  const notInteger = { rule: 'must be an integer', code: 'kernel.MUST_BE_INTEGER' }
  it.each([
    [0, low],
    [-1, low],
    [86_401, high],
    [1e300, high],
    [1.5, notInteger],
    ['10', notInteger],
    [null, notInteger],
    [[10], notInteger],
    [true, notInteger],
  ])('%j is 422 everywhere, and nothing is issued', async (ttl_secs, rule) => {
    world = await makeWorld()
    const claimed = await world.claimed('claimed')
    const { server_id: id, enrollment } = await world.onboard('free')
    await world.admin('DELETE', `${base(id)}/offers/${enrollment.id}`)
    const before = count('offers')
    const responses = [
      await world.admin('POST', '/api/servers', { onboarding_request_id: 'r', name: 'n', ttl_secs }),
      await world.admin('POST', `${base(id)}/offers`, { ttl_secs }),
      await world.admin('POST', `${base(claimed.id)}/re-enrollment`, { mode: 'emergency', ttl_secs }),
    ]
    for (const response of responses) {
      expect(statusAndCode(response)).toEqual([422, 'VALIDATION_ERROR'])
      expect(response.error.details).toContainEqual({ field: 'ttl_secs', ...rule })
    }
    expect([count('offers'), count('servers')]).toEqual([before, 2])
    await world.welcomed(claimed.token)
  })

  it.each([1, 86_400])('%i is accepted', async (ttl_secs) => {
    world = await makeWorld()
    const { enrollment } = await world.onboard('a', { ttl_secs })
    expect(Date.parse(enrollment.expires_at)).toBe(world.kernel.clock.now() + ttl_secs * 1000)
  })
})

describe('a run token', () => {
  const token = 't'.repeat(40)
  it.each([
    ['31 characters', 't'.repeat(31)],
    ['513 characters', 't'.repeat(513)],
    ['a space inside', `${token} ${token}`],
    ['spaces only', ' '.repeat(40)],
    ['a trailing space', `${token} `],
    ['a line break', `${token}\n`],
    ['a tab', `${token}\t${token}`],
    ['a no-break space', `${token}\u00a0`],
    ['an accent', `${token}é`],
    ['an emoji', '😀'.repeat(20)],
    ['a NUL', `${token}\0`],
    ['nothing', ''],
  ])('of %s is 400, whatever the code, and the offer stays valid', async (_, proposed_run_token) => {
    world = await makeWorld()
    const { enrollment } = await world.onboard('a')
    for (const code of [enrollment.code, newToken()]) {
      const response = await register(code, JSON.stringify({ proposed_run_token }))
      expect(statusAndCode(response)).toEqual([400, 'BAD_REQUEST'])
      expect(response.error.message).toContain('proposed_run_token must have 32 to 512 visible ASCII characters')
    }
    expect((await world.register(enrollment.code, token)).status).toBe(200)
  })

  it.each(['', '{', '[]', '"x"', 'null', '{"proposed_run_token":{}}', '{"proposed_run_token":["x"]}'])(
    'in the body %j is 400, and the offer stays valid',
    async (body) => {
      world = await makeWorld()
      const { enrollment } = await world.onboard('a')
      expect(statusAndCode(await register(enrollment.code, body))).toEqual([400, 'BAD_REQUEST'])
      expect((await world.register(enrollment.code, token)).status).toBe(200)
    },
  )

  it.each([32, 512])('of %i characters is accepted and can be used to connect', async (length) => {
    world = await makeWorld()
    const { enrollment } = await world.onboard('a')
    const accepted = '~'.repeat(length)
    expect((await world.register(enrollment.code, accepted)).status).toBe(200)
    await world.welcomed(accepted)
  })

  it.each(['short', 'x'.repeat(513), 'é'.repeat(20), 'two words here'])(
    '%j cannot be used to connect',
    async (presented) => {
      world = await makeWorld()
      const query = await world.agent('', `?token=${encodeURIComponent(presented)}`)
      expect(await query.refused).toEqual({ status: 401, text: 'Unauthorized' })
    },
  )
})

describe('ids', () => {
  it('of servers and offers that are blank are 400', async () => {
    world = await makeWorld()
    const responses = [
      await world.admin('GET', base('%20')),
      await world.admin('DELETE', '/api/servers/%20'),
      await world.admin('DELETE', `${base('x')}/offers/%20`),
      await world.admin('GET', '/api/agent-authority/events?server_id='),
      await world.admin('GET', '/api/agent-authority/events?server_id=%20'),
    ]
    expect(responses.map(statusAndCode)).toEqual(Array(5).fill([400, 'BAD_REQUEST']))
    const batch = await world.admin('POST', '/api/servers/batch-delete', { ids: ['x', ' '] })
    expect(statusAndCode(batch)).toEqual([422, 'VALIDATION_ERROR'])
    expect(batch.error.details[0].field).toBe('ids.1')
  })

  it.each(['', ' ', 'a b', 'x'.repeat(129), 'a\n', '\u2003'])('of requests such as %j are 422', async (id) => {
    world = await makeWorld()
    const response = await world.admin('POST', '/api/servers', { onboarding_request_id: id, name: 'n' })
    expect(statusAndCode(response)).toEqual([422, 'VALIDATION_ERROR'])
    expect(response.error.details[0].field).toBe('onboarding_request_id')
    expect(count('servers')).toBe(0)
  })

  it('of requests reused with different input are 409, even after the offer has ended; with the same input they replay', async () => {
    world = await makeWorld()
    const body = { onboarding_request_id: 'r', name: 'n', tags: ['a'] }
    const { server_id, enrollment } = (await world.admin('POST', '/api/servers', body)).data
    await world.register(enrollment.code, newToken())
    for (const other of [{ name: 'm' }, { tags: [] }, { ttl_secs: 601 }, { currency: 'EUR' }]) {
      const response = await world.admin('POST', '/api/servers', { ...body, ...other })
      expect(statusAndCode(response)).toEqual([409, 'ONBOARDING_IDEMPOTENCY_CONFLICT'])
    }
    const again = await world.admin('POST', '/api/servers', { ...body, ttl_secs: 600, tags: ['a', ' a '] })
    expect(again.data).toEqual({ server_id, replayed: true, enrollment: null, outstanding_offer: null })
    expect([count('servers'), count('offers')]).toEqual([1, 1])
  })
})

describe('a flood of registrations', () => {
  it('is 429 with Retry-After, consumes no offer, and is unblocked when the window resets', async () => {
    world = await makeWorld({ config: { rate_limit: { register_max: 10 } } })
    const { enrollment } = await world.onboard('a')
    const body = JSON.stringify({ proposed_run_token: newToken() })
    const guesses = await Promise.all(Array.from({ length: 200 }, () => register(newToken(), body)))
    expect(guesses.filter(({ status }) => status === 401)).toHaveLength(10)
    const limited = guesses.filter(({ status }) => status === 429)
    expect(limited).toHaveLength(190)
    for (const { error, headers } of limited) {
      expect([error.code, headers['retry-after']]).toEqual(['TOO_MANY_REQUESTS', '900'])
    }
    stepClock(300)
    const right = await register(enrollment.code, body)
    expect([right.status, right.headers['retry-after']]).toEqual([429, '600'])
    stepClock(600)
    const offer = await world.admin('POST', `${base((await world.admin('GET', '/api/servers')).data[0].id)}/offers`)
    expect((await register(offer.data.enrollment.code, body)).status).toBe(200)
  })
})

describe('two agents with one token', () => {
  it('replace each other: the newer connection stays, the older is closed with 4000', async () => {
    world = await makeWorld()
    const { id, token } = await world.claimed('a')
    let last = await world.welcomed(token)
    for (let round = 0; round < 5; round += 1) {
      const newer = await world.welcomed(token)
      expect(await last.closed).toEqual({ code: 4000, reason: 'superseded' })
      last = newer
    }
    last.send(report)
    expect(world.kernel.service(agents).online()).toEqual([id])
    const both = await Promise.all([world.agent(token), world.agent(token)])
    await last.closed
    const first = await Promise.race(both.map((peer) => peer.closed.then(() => peer)))
    const other = both.find((peer) => peer !== first)
    expect(other?.socket.readyState).toBe(1)
    expect(world.kernel.service(agents).online()).toEqual([id])
  })
})

describe('a clock that steps', () => {
  it('forward expires offers, lets claimed servers reconnect, and keeps events in order', async () => {
    world = await makeWorld()
    const { id, token } = await world.claimed('a')
    const agent = await world.welcomed(token)
    const offered = (await world.admin('POST', `${base(id)}/re-enrollment`, { mode: 'graceful' })).data.enrollment
    stepClock(86_400 * 365)
    expect((await world.register(offered.code, newToken())).status).toBe(401)
    await world.kernel.runJob('OfflineChecker')
    await agent.closed
    await world.welcomed(token)
    stepClock(-86_400 * 365)
    expect((await world.admin('GET', base(id))).data).toEqual({ status: 'claimed', outstanding_offer: null })
    expect((await world.admin('POST', `${base(id)}/re-enrollment`, { mode: 'graceful' })).status).toBe(200)
    const { data } = await world.admin('GET', `/api/agent-authority/events?server_id=${id}`)
    expect(data.map((event: { transition: string }) => event.transition)).toEqual([
      'reenrollment_started',
      'offer_expired',
      'reenrollment_started',
      'offer_consumed',
      'initial_offer_issued',
    ])
  })

  it('backward revives no expired offer, and silent agents still go offline', async () => {
    world = await makeWorld()
    const { id, token } = await world.claimed('a')
    const agent = await world.welcomed(token)
    const { enrollment } = await world.onboard('b', { ttl_secs: 60 })
    stepClock(-86_400)
    await world.kernel.runJob('OfflineChecker')
    expect(world.kernel.service(agents).isOnline(id)).toBe(true)
    stepClock(31)
    await world.kernel.runJob('OfflineChecker')
    await agent.closed
    expect(world.kernel.service(agents).isOnline(id)).toBe(false)
    expect((await world.register(enrollment.code, newToken())).status).toBe(200)
  })
})

describe('a hidden server that is deleted', () => {
  it('stays hidden from members, with its events, name and deletion', async () => {
    world = await makeWorld()
    const { id, token } = await world.claimed('secret-name')
    const shown = await world.claimed('shown')
    await world.admin('PUT', `/api/servers/${id}`, { hidden: true })
    await world.welcomed(token)
    const browser = await world.browser('member')
    await browser.next('full_sync')
    await world.admin('DELETE', `/api/servers/${id}`)
    await world.admin('DELETE', `/api/servers/${shown.id}`)
    expect((await browser.next('servers_changed')).server_ids).toEqual([shown.id])
    expect(JSON.stringify(browser.received)).not.toContain(id)
    const events = (who: 'admin' | 'member', of: string) =>
      world.call(who, 'GET', `/api/agent-authority/events?server_id=${of}`)
    expect((await events('member', id)).data).toEqual([])
    expect((await events('admin', id)).data[0]).toMatchObject({
      transition: 'server_deleted',
      server_name: 'secret-name',
    })
    expect((await events('admin', id)).data[0]).not.toHaveProperty('server_hidden')
    expect((await events('member', shown.id)).data).toHaveLength(3)
  })
})
