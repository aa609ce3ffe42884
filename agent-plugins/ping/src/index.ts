import { defineAgentPlugin, handle } from '@svc/agent-sdk'
import { NetworkProbeSync, PingTasksSync } from '@svc/protocol'
import type { Ping } from './ping-program.ts'
import { makeProbing } from './probing.ts'

const denied: { ping: Ping; fault?: string } = { ping: () => Promise.reject(new Error('ping_icmp is denied')) }

/** Ping tasks and network probes that the server assigns. */
export default defineAgentPlugin({
  id: 'ping',
  async setup({ log, permits, agentVersion }) {
    // As with every type: where it is denied, its code is not even imported.
    const { ping, fault } = permits('ping_icmp') ? await (await import('./ping-program.ts')).preparePing() : denied
    const canUse = (name: Parameters<typeof permits>[0]) =>
      permits(name) && !(name === 'ping_icmp' && fault !== undefined)
    const { tasks, targets, connected, close } = makeProbing({ ping, canUse, agentVersion, log })
    return {
      // Which of them may run is decided for each, by its type.
      handlers: [
        handle(PingTasksSync, null, ({ tasks: all }, link) => tasks.set(all, link)),
        handle(NetworkProbeSync, null, targets.set),
      ],
      unavailable: fault === undefined ? {} : { ping_icmp: fault },
      connected,
      close,
    }
  },
})
