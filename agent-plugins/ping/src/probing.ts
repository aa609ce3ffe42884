import type { Link, Logger } from '@svc/agent-sdk'
import type { Capability, NetworkProbeSync, Payload, PingAssignment, ProbeType } from '@svc/protocol'
import { makeAssignments } from './assignments.ts'
import { makeGate } from './gate.ts'
import { networkEntries } from './network-targets.ts'
import { makeOutbox } from './outbox.ts'
import type { Ping } from './ping-program.ts'
import { pingEntries } from './ping-tasks.ts'
import { makeProber } from './prober.ts'
import { makeResolver } from './resolve.ts'

/** Probes at the same time, of whatever type. A target takes one place, so none can crowd out the others. */
const places = 32
const mostTasks = 1000
const mostTargets = 100

const capabilityOf: ReadonlyMap<string, Capability> = new Map([
  ['icmp', 'ping_icmp'],
  ['tcp', 'ping_tcp'],
  ['http', 'ping_http'],
])

export interface ProbingOptions {
  readonly ping: Ping
  /** whether the host permits a capability, and has what it takes */
  readonly canUse: (capability: Capability) => boolean
  readonly agentVersion: string
  readonly log: Logger
}

/** What the server wants probed, and what it is told of it. */
export function makeProbing({ ping, canUse, agentVersion, log }: ProbingOptions) {
  const userAgent = `svc-agent/${agentVersion}`
  const prober = makeProber({ ping, resolve: makeResolver(), gate: makeGate(places), userAgent })
  const outbox = makeOutbox()
  const allowed = (type: string) => {
    const capability = capabilityOf.get(type)
    return capability && canUse(capability) ? (type as ProbeType) : undefined
  }
  const shared = { prober, allowed, wall: Date.now }
  const tasks = makeAssignments({
    what: 'ping tasks',
    most: mostTasks,
    entriesOf: (all: readonly PingAssignment[]) => pingEntries(all, { ...shared, tell: outbox.ping }),
    met: outbox.connected,
    log,
  })
  const targets = makeAssignments({
    what: 'network probes',
    most: mostTargets,
    entriesOf: (all: Payload<typeof NetworkProbeSync>) => networkEntries(all, { ...shared, tell: outbox.round }),
    met: outbox.connected,
    log,
  })
  const kinds = [tasks, targets]
  return {
    tasks,
    targets,
    connected(link: Link): void {
      for (const kind of kinds) kind.connected(link)
    },
    async close(): Promise<void> {
      await Promise.all(kinds.map((kind) => kind.close()))
      outbox.clear()
    },
  }
}
