import { definePlugin, type Registry } from '@svc/plugin-sdk'
import { type RateLimit, rateLimits } from '@svc/plugin-system/contract'
import { afterEach, describe, expect, it } from 'vitest'
import { makeWorld, newToken, type World } from '../test/world.ts'

let world: World
afterEach(() => world.close())

const call = async (headers: Record<string, string>, payload: unknown) => {
  const response = await world.kernel.inject({
    method: 'POST',
    url: '/api/agent/register',
    headers: { 'content-type': 'application/json', ...headers },
    payload: typeof payload === 'string' ? payload : JSON.stringify(payload),
  })
  return {
    status: response.statusCode,
    code: response.json().error?.code,
    headers: response.headers,
    text: response.body,
  }
}
const bearer = (code: string) => ({ authorization: `Bearer ${code}` })

describe('POST /api/agent/register', () => {
  it('consumes the offer and stores only the hash of the token', async () => {
    world = await makeWorld()
    const { server_id, enrollment } = await world.onboard('a')
    const token = newToken()
    const response = await world.register(enrollment.code, token)
    expect(response).toMatchObject({ status: 200, data: { server_id } })
    const row = world.kernel.database.prepare('SELECT * FROM enrollment_servers').get()
    expect(JSON.stringify(row)).not.toContain(token)
    expect(row).toMatchObject({ token_prefix: token.slice(0, 8), last_remote_addr: '127.0.0.1' })
    expect((await world.register(enrollment.code, token)).status).toBe(401)
  })

  it('gives the same response to every wrong code', async () => {
    world = await makeWorld({ config: { rate_limit: { register_max: 100 } } })
    const { enrollment } = await world.onboard('a')
    const token = { proposed_run_token: newToken() }
    const wrong = [
      await call({}, token),
      await call({ authorization: `Basic ${enrollment.code}` }, token),
      await call(bearer('short'), token),
      await call(bearer('x'.repeat(513)), token),
      await call(bearer(newToken()), token),
    ]
    expect(new Set(wrong.map(({ status, text }) => `${status} ${text}`)).size).toBe(1)
    expect(wrong[0]).toMatchObject({ status: 401, code: 'UNAUTHORIZED' })
  })

  it('checks rate limit, code, token and offer in this order', async () => {
    world = await makeWorld({ config: { rate_limit: { register_max: 4 } } })
    const { enrollment } = await world.onboard('a')
    expect((await call({}, { proposed_run_token: 'bad' })).status).toBe(401)
    expect((await call(bearer(newToken()), { proposed_run_token: 'bad' })).status).toBe(400)
    expect((await call(bearer(newToken()), { proposed_run_token: newToken() })).status).toBe(401)
    expect((await world.register(enrollment.code, newToken())).status).toBe(200)
    const limited = await call({}, 'not json')
    expect(limited).toMatchObject({ status: 429, code: 'TOO_MANY_REQUESTS' })
    expect(limited.headers['retry-after']).toBe('900')
    world.kernel.clock.set(world.kernel.clock.now() + 900_000)
    expect((await call({}, {})).status).toBe(401)
  })

  it('contributes its rate limit, so that admins can see and reset it', async () => {
    const registered: { limits?: Registry<RateLimit> } = {}
    const observer = definePlugin({
      id: 'observer',
      points: { rateLimits },
      setup(context) {
        registered.limits = context.rateLimits
        return {}
      },
    })
    world = await makeWorld({ config: { rate_limit: { register_max: 1 } }, plugins: [observer] })
    await call({}, {})
    expect((await call({}, {})).status).toBe(429)
    const limit = registered.limits?.get('register')
    expect(limit).toMatchObject({ max: 1, windowMs: 900_000 })
    expect(limit?.limiter.windows()).toMatchObject([{ key: '127.0.0.1', count: 1 }])
    limit?.limiter.forget('127.0.0.1')
    expect((await call({}, {})).status).toBe(401)
  })

  it.each([
    ['too short', { proposed_run_token: 'x'.repeat(31) }],
    ['too long', { proposed_run_token: 'x'.repeat(513) }],
    ['with a space', { proposed_run_token: `${'x'.repeat(40)} y` }],
    ['not ASCII', { proposed_run_token: 'é'.repeat(40) }],
    ['not a string', { proposed_run_token: 7 }],
    ['missing', {}],
    ['not in an object', null],
  ])('rejects a token that is %s and keeps the offer', async (_, payload) => {
    world = await makeWorld()
    const { enrollment } = await world.onboard('a')
    const response = await call(bearer(enrollment.code), payload)
    expect(response).toMatchObject({ status: 400, code: 'BAD_REQUEST' })
    expect((await world.register(enrollment.code, newToken())).status).toBe(200)
  })

  it('rejects a token that already belongs to another server and keeps the offer', async () => {
    world = await makeWorld()
    const { token } = await world.claimed('a')
    const { enrollment } = await world.onboard('b')
    expect((await world.register(enrollment.code, token)).status).toBe(400)
    expect((await world.register(enrollment.code, newToken())).status).toBe(200)
  })

  it('accepts the same token again for its own server', async () => {
    world = await makeWorld()
    const { id, token } = await world.claimed('a')
    const { data } = await world.admin('POST', `/api/servers/${id}/agent-authority/re-enrollment`, { mode: 'graceful' })
    expect((await world.register(data.enrollment.code, token)).status).toBe(200)
    await world.welcomed(token)
  })

  it('allows everything at 0', async () => {
    world = await makeWorld({ config: { rate_limit: { register_max: 0 } } })
    const statuses: number[] = []
    for (let i = 0; i < 12; i += 1) statuses.push((await call({}, {})).status)
    expect(new Set(statuses)).toEqual(new Set([401]))
  })
})
