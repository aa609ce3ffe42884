import { defineAgentPlugin, handle } from '@svc/agent-sdk'
import { type Capability, NetworkProbeSync, PingTasksSync, type ProbeType } from '@svc/protocol'
import { makeAssignments } from './assignments.js'
import { makeGate } from './gate.js'
import { networkEntries } from './network-targets.js'
import { makeOutbox } from './outbox.js'
import { preparePing } from './ping-program.js'
import { pingEntries } from './ping-tasks.js'
import { makeProber } from './prober.js'
import { makeResolver } from './resolve.js'

/** Probes at the same time, of whatever type. A target takes one place, so none can crowd out the others. */
const places = 32

const capabilityOf: Readonly<Record<string, Capability>> = { icmp: 'ping_icmp', tcp: 'ping_tcp', http: 'ping_http' }

/** Ping tasks and network probes that the server assigns. */
export default defineAgentPlugin({
  id: 'ping',
  async setup({ log, permits, agentVersion }) {
    const { ping, fault } = await preparePing(permits('ping_icmp'))
    const prober = makeProber({
      ping,
      resolve: makeResolver(),
      gate: makeGate(places),
      userAgent: `svc-agent/${agentVersion}`,
    })
    const outbox = makeOutbox()
    const allowed = (type: string) => {
      const capability = Object.hasOwn(capabilityOf, type) ? capabilityOf[type] : undefined
      if (!capability || !permits(capability)) return undefined
      return capability === 'ping_icmp' && fault !== undefined ? undefined : (type as ProbeType)
    }
    const shared = { prober, allowed, wall: Date.now }
    const tasks = makeAssignments({
      what: 'ping tasks',
      most: 1000,
      entriesOf: (all: Parameters<typeof pingEntries>[0]) => pingEntries(all, { ...shared, tell: outbox.ping }),
      log,
    })
    const targets = makeAssignments({
      what: 'network probes',
      most: 100,
      entriesOf: (all: Parameters<typeof networkEntries>[0]) => networkEntries(all, { ...shared, tell: outbox.round }),
      log,
    })
    const kinds = [tasks, targets]
    return {
      handlers: [
        // Which of them may run is decided for each, by its type.
        handle(PingTasksSync, null, ({ tasks: all }, link) => {
          outbox.connected(link)
          tasks.set(all, link)
        }),
        handle(NetworkProbeSync, null, (all, link) => {
          outbox.connected(link)
          targets.set(all, link)
        }),
      ],
      unavailable: fault === undefined ? {} : { ping_icmp: fault },
      connected(link) {
        outbox.connected(link)
        for (const kind of kinds) kind.connected(link)
      },
      async close() {
        await Promise.all(kinds.map((kind) => kind.close()))
        outbox.clear()
      },
    }
  },
})
