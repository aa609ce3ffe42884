import { defineAgentPlugin, handle } from '@svc/agent-sdk'
import { NetworkProbeSync, PingTasksSync } from '@svc/plugin-probes/wire'
import type { Ping } from './ping.ts'
import { makeProbing } from './probing.ts'

const denied: Ping = () => Promise.reject(new Error('ping_icmp is denied'))

/** Runs the ping tasks and network probes assigned by the server. */
export default defineAgentPlugin({
  id: 'ping',
  async setup({ log, permits, agentVersion }) {
    // Do not import the code of a denied capability.
    const ping = permits('ping_icmp') ? (await import('./icmp.ts')).makePing(log) : denied
    const { tasks, targets, connected, close } = makeProbing({ ping, canUse: permits, agentVersion, log })
    return {
      // No capability here: it depends on the type of each task and target.
      handlers: [
        handle(PingTasksSync, null, ({ tasks: all }, link) => tasks.set(all, link)),
        handle(NetworkProbeSync, null, targets.set),
      ],
      connected,
      close,
    }
  },
})
