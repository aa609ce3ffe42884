import type { Link, Logger } from '@svc/agent-sdk'
import type { NetworkProbeSync, PingAssignment } from '@svc/plugin-probes/wire'
import type { ProbeType } from '@svc/probe-target'
import type { Capability, Payload } from '@svc/protocol'
import { makeAssignments } from './assignments.ts'
import { makeOutbox } from './outbox.ts'
import type { Ping } from './ping.ts'
import { makeProber } from './prober.ts'
import { makeResolver } from './resolve.ts'
import { networkEntries, pingEntries } from './scheduled-probes.ts'
import { makeSemaphore } from './semaphore.ts'

/** Max concurrent probes. A target uses one permit at a time, so none can starve the others. */
const maxConcurrentProbes = 32
const maxTasks = 1000
const maxTargets = 100

const capabilityOf: ReadonlyMap<string, Capability> = new Map([
  ['icmp', 'ping_icmp'],
  ['tcp', 'ping_tcp'],
  ['http', 'ping_http'],
])

export interface ProbingOptions {
  readonly ping: Ping
  /** whether a capability is permitted */
  readonly canUse: (capability: Capability) => boolean
  readonly agentVersion: string
  readonly log: Logger
}

/** Runs the assigned ping tasks and network probes and sends their results. */
export function makeProbing({ ping, canUse, agentVersion, log }: ProbingOptions) {
  const userAgent = `svc-agent/${agentVersion}`
  const prober = makeProber({ ping, resolve: makeResolver(), semaphore: makeSemaphore(maxConcurrentProbes), userAgent })
  const outbox = makeOutbox()
  const typeIfAllowed = (type: string) => {
    const capability = capabilityOf.get(type)
    return capability && canUse(capability) ? (type as ProbeType) : undefined
  }
  const shared = { prober, typeIfAllowed, now: Date.now }
  const tasks = makeAssignments({
    label: 'ping tasks',
    maxEntries: maxTasks,
    toEntries: (assigned: readonly PingAssignment[]) => pingEntries(assigned, { ...shared, onResult: outbox.ping }),
    onLink: outbox.connected,
    log,
  })
  const targets = makeAssignments({
    label: 'network probes',
    maxEntries: maxTargets,
    toEntries: (sync: Payload<typeof NetworkProbeSync>) => networkEntries(sync, { ...shared, onResult: outbox.round }),
    onLink: outbox.connected,
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
