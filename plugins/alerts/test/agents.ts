import { claimServer, openAgent, tokenOf } from '@svc/plugin-enrollment/testing'
import { report } from '@svc/protocol/testing'
import type { World } from './alerts-world.ts'

const permitted = 3900

/** Creates a claimed server whose agent has not connected yet. */
export const claimed = async (world: World, name: string): Promise<string> => (await claimServer(world.kernel, name)).id

/** Connects the agent of a claimed server. */
export async function connectAgent(world: World, name: string, addresses: object = {}, from = '192.0.2.7') {
  const agent = await openAgent(world.kernel, tokenOf(name), from)
  const introduce = (more: object) => agent.introduce({ agent_local_capabilities: permitted, ...more })
  await introduce(addresses)
  return {
    ...agent,
    async reports() {
      agent.send({ type: 'report', ...report() })
      await introduce(addresses)
    },
    /** Reports new addresses. */
    async moved(now: object) {
      agent.send({ type: 'ip_changed', ...now })
      await introduce(now)
    },
    async grants(temporary: object[], changes: object[]) {
      const capabilities = permitted | 1 | 2
      agent.send({ type: 'capabilities_changed', msg_id: 'c', capabilities, temporary, changes })
      await introduce({ agent_local_capabilities: capabilities, temporary })
    },
  }
}
