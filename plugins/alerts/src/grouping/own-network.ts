import type { Agents } from '@svc/plugin-enrollment/contract'
import type { Outbound } from '@svc/plugin-system/contract'

/** Fewer servers are not taken for an outage of our own. */
const minLost = 3
/** Share of the agents that must be lost at once. */
const minShare = 0.8
const timeoutMs = 3000

interface Dependencies {
  readonly agents: Pick<Agents, 'online'>
  readonly outbound: Pick<Outbound, 'connect'>
  /** `host:port` of what can be reached as long as the network of this server works */
  readonly targets: readonly string[]
}

/**
 * Whether this server itself lost its network: most agents are lost at once, and no canary target accepts a connection.
 * Without targets it never has.
 */
export function makeOwnNetwork({ agents, outbound, targets }: Dependencies) {
  async function isReachable(target: string): Promise<boolean> {
    const { hostname, port } = new URL(`tcp://${target}`)
    const host = hostname.replace(/^\[|\]$/g, '')
    try {
      const socket = await outbound.connect({ host, port: Number(port), timeoutMs, trustedHost: target })
      socket.destroy()
      return true
    } catch {
      return false
    }
  }

  /** `lost` is the number of servers that were lost within the window. */
  return async (lost: number): Promise<boolean> => {
    if (targets.length === 0 || lost < minLost) return false
    if (lost < minShare * (lost + agents.online().length)) return false
    return !(await Promise.all(targets.map(isReachable))).includes(true)
  }
}
export type OwnNetwork = ReturnType<typeof makeOwnNetwork>
