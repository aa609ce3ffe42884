import { defineAgentPlugin, handle } from '@svc/agent-sdk'
import { NetworkProbeSync, PingTasksSync } from '@svc/plugin-probes/wire'
import type { Ping } from './ping-program.ts'
import { makeProbing } from './probing.ts'

const denied: { ping: Ping; unavailable?: string } = { ping: () => Promise.reject(new Error('ping_icmp is denied')) }

/** Runs the ping tasks and network probes assigned by the server. */
export default defineAgentPlugin({
  id: 'ping',
  async setup({ log, permits, agentVersion }) {
    // Do not import the code of a denied capability.
    const { ping, unavailable } = permits('ping_icmp')
      ? await (await import('./ping-program.ts')).preparePing()
      : denied
    const canUse = (name: Parameters<typeof permits>[0]) =>
      permits(name) && !(name === 'ping_icmp' && unavailable !== undefined)
    const { tasks, targets, connected, close } = makeProbing({ ping, canUse, agentVersion, log })
    return {
      // No capability here: it depends on the type of each task and target.
      handlers: [
        handle(PingTasksSync, null, ({ tasks: all }, link) => tasks.set(all, link)),
        handle(NetworkProbeSync, null, targets.set),
      ],
      unavailable: unavailable === undefined ? {} : { ping_icmp: unavailable },
      connected,
      close,
    }
  },
})
