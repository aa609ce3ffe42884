import { afterEach, describe, expect, it } from 'vitest'
import { makeWorld, newToken, type World } from '../../test/world.ts'
import { agents } from '../contract.ts'
import enrollment from '../index.ts'

let world: World
afterEach(() => world.close())

let meanwhile: () => Promise<unknown> = async () => undefined

/** The plugin itself, calling `meanwhile` between authentication and upgrade. */
const subject = {
  ...enrollment,
  async setup(context: Parameters<typeof enrollment.setup>[0]) {
    const parts = await enrollment.setup(context)
    const { agentAuthenticator } = parts.provides
    const delayed = async (token: string) => {
      const principal = await agentAuthenticator.authenticate(token)
      await meanwhile()
      return principal
    }
    return { ...parts, provides: { ...parts.provides, agentAuthenticator: { authenticate: delayed } } }
  },
}

const reEnroll = (id: string, mode: 'graceful' | 'emergency') =>
  world.admin('POST', `/api/servers/${id}/agent-authority/re-enrollment`, { mode })

describe('admission', () => {
  it.each([
    ['revoked', (id: string) => world.admin('DELETE', `/api/servers/${id}/agent-authority`)],
    ['re-enrolled in an emergency', (id: string) => reEnroll(id, 'emergency')],
    [
      'claimed again',
      async (id: string) => world.register((await reEnroll(id, 'graceful')).data.enrollment.code, newToken()),
    ],
    ['deleted', (id: string) => world.admin('DELETE', `/api/servers/${id}`)],
  ])('rejects a token whose server was %s during the upgrade, without a welcome', async (_, change) => {
    world = await makeWorld({ subject })
    const { id, token } = await world.claimed('a')
    meanwhile = () => change(id)
    const agent = await world.agent(token)
    expect((await agent.closed).code).toBe(1005)
    expect(agent.received).toEqual([])
    expect(world.kernel.service(agents).isOnline(id)).toBe(false)
  })
})
