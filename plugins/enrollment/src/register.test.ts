import { definePlugin, type Registry } from '@svc/plugin-sdk'
import { type RateLimit, rateLimits } from '@svc/plugin-system/contract'
import { afterEach, describe, expect, it } from 'vitest'
import { makeWorld, newToken, type World } from '../test/world.ts'

let world: World
afterEach(() => world.close())

const call = async (headers: Record<string, string>, payload: unknown) => {
  const answer = await world.kernel.inject({
    method: 'POST',
    url: '/api/agent/register',
    headers: { 'content-type': 'application/json', ...headers },
    payload: typeof payload === 'string' ? payload : JSON.stringify(payload),
  })
  return { status: answer.statusCode, code: answer.json().error?.code, headers: answer.headers, text: answer.body }
}
const bearer = (code: string) => ({ authorization: `Bearer ${code}` })

describe('POST /api/agent/register', () => {
  it('consumes the offer and stores only the hash of the token', async () => {
    world = await makeWorld()
    const { server_id, enrollment } = await world.onboard('a')
    const token = newToken()
    const answer = await world.register(enrollment.code, token)
    expect(answer).toMatchObject({ status: 200, data: { server_id } })
    const row = world.kernel.database.prepare('SELECT * FROM enrollment_servers').get()
    expect(JSON.stringify(row)).not.toContain(token)
    expect(row).toMatchObject({ token_prefix: token.slice(0, 8), last_remote_addr: '127.0.0.1' })
    expect((await world.register(enrollment.code, token)).status).toBe(401)
  })

  it('answers every wrong code alike', async () => {
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

  it('checks limiter, code, token and offer in this order', async () => {
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

  it('is counted where admins look, who may let an address try again', async () => {
    const shown: { limits?: Registry<RateLimit> } = {}
    const desk = definePlugin({
      id: 'desk',
      points: { rateLimits },
      setup(context) {
        shown.limits = context.rateLimits
        return {}
      },
    })
    world = await makeWorld({ config: { rate_limit: { register_max: 1 } }, plugins: [desk] })
    await call({}, {})
    expect((await call({}, {})).status).toBe(429)
    const limit = shown.limits?.get('register')
    expect(limit).toMatchObject({ max: 1, windowMs: 900_000 })
    expect(limit?.limiter.windows()).toMatchObject([{ key: '127.0.0.1', count: 1 }])
    limit?.limiter.forget('127.0.0.1')
    expect((await call({}, {})).status).toBe(401)
  })

  it.each([
    ['too short', { proposed_run_token: 'x'.repeat(31) }],
    ['too long', { proposed_run_token: 'x'.repeat(513) }],
    ['with a blank', { proposed_run_token: `${'x'.repeat(40)} y` }],
    ['not ASCII', { proposed_run_token: 'é'.repeat(40) }],
    ['not text', { proposed_run_token: 7 }],
    ['missing', {}],
    ['no object', null],
  ])('refuses a token that is %s and keeps the offer', async (_, payload) => {
    world = await makeWorld()
    const { enrollment } = await world.onboard('a')
    const answer = await call(bearer(enrollment.code), payload)
    expect(answer).toMatchObject({ status: 400, code: 'BAD_REQUEST' })
    expect((await world.register(enrollment.code, newToken())).status).toBe(200)
  })

  it('refuses a token that already belongs to another server and keeps the offer', async () => {
    world = await makeWorld()
    const { token } = await world.claimed('a')
    const { enrollment } = await world.onboard('b')
    expect((await world.register(enrollment.code, token)).status).toBe(400)
    expect((await world.register(enrollment.code, newToken())).status).toBe(200)
  })

  it('takes the same token again for its own server', async () => {
    world = await makeWorld()
    const { id, token } = await world.claimed('a')
    const { data } = await world.admin('POST', `/api/servers/${id}/agent-authority/re-enrollment`, { mode: 'graceful' })
    expect((await world.register(data.enrollment.code, token)).status).toBe(200)
    await world.welcomed(token)
  })

  it('blocks everything at 0', async () => {
    world = await makeWorld({ config: { rate_limit: { register_max: 0 } } })
    expect((await call({}, {})).status).toBe(429)
  })
})
