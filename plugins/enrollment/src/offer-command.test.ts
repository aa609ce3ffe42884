import type { Command } from '@svc/plugin-sdk'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { makeWorld, newToken, type World } from '../test/world.ts'
import enrollment from './index.ts'

let world: World
let offer: Command

const subject = {
  ...enrollment,
  async setup(context: Parameters<typeof enrollment.setup>[0]) {
    const parts = await enrollment.setup(context)
    offer = parts.commands?.find(({ name }) => name === 'offer') as Command
    return parts
  },
}

beforeEach(async () => {
  world = await makeWorld({ subject })
})
afterEach(() => world.close())

const json = async (options: Record<string, string>) => JSON.parse(await offer.run({ json: 'yes', ...options }))

describe('svc-server offer', () => {
  it('adds a server and prints its code', async () => {
    const text = await offer.run({ name: 'this host' })
    const code = /^code: +(\S{43})$/m.exec(text)?.[1] ?? ''
    expect((await world.register(code, newToken())).status).toBe(200)
    const [server] = (await world.admin('GET', '/api/servers')).data
    expect(server).toMatchObject({ name: 'this host', has_token: true })
    const { data } = await world.admin('GET', `/api/agent-authority/events?server_id=${server.id}`)
    expect(data.at(-1)).toMatchObject({ actor_kind: 'system', actor_id: null, request_source: 'command:offer' })
  })

  it('gives a new code for the same request id: replaces, issues, then re-enrolls gracefully', async () => {
    const first = await json({ name: 'a', 'request-id': 'local' })
    const second = await json({ name: 'other', 'request-id': 'local' })
    expect(second.server_id).toBe(first.server_id)
    expect((await world.register(first.code, newToken())).status).toBe(401)

    world.kernel.clock.set(world.kernel.clock.now() + 600_000)
    const third = await json({ name: 'a', 'request-id': 'local' })
    const token = newToken()
    expect(await world.register(third.code, token)).toMatchObject({ status: 200, data: { server_id: first.server_id } })

    const agent = await world.welcomed(token)
    const fourth = await json({ name: 'a', 'request-id': 'local' })
    expect((await world.register(fourth.code, newToken())).status).toBe(200)
    expect((await agent.closed).code).toBe(1005)
    expect((await world.admin('GET', '/api/servers')).data).toHaveLength(1)
    const { data } = await world.admin('GET', `/api/agent-authority/events?server_id=${first.server_id}`)
    expect(data.map(({ transition }: { transition: string }) => transition).reverse()).toEqual([
      'initial_offer_issued',
      'offer_replaced',
      'offer_expired',
      'offer_issued',
      'offer_consumed',
      'reenrollment_started',
      'offer_consumed',
    ])
  })

  it('needs a valid name', async () => {
    await expect(async () => offer.run({})).rejects.toThrow('offer needs --name NAME')
    await expect(async () => offer.run({ name: ' ' })).rejects.toThrow('name must not be empty')
  })
})
