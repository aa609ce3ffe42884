import type { ServerStatus } from '@svc/protocol'

export type { ServerStatus }

/** A capability of agents: `CAP_TERMINAL`, `CAP_FILE`, … */
export type CapabilityName = `CAP_${string}`

/** A server of `useServers`. */
export interface ServerSummary {
  readonly id: string
  readonly name: string
  readonly online: boolean
  /** seconds since the epoch; missing when it never reported */
  readonly lastSeen?: number
  /** what its agent offers, such as `CAP_TERMINAL`; while it is away, what it offered last */
  readonly capabilities: readonly CapabilityName[]
}
