import type { ServerStatus } from '@svc/protocol'

export type { ServerStatus }

/** What `useServers` tells of each server. */
export interface ServerSummary {
  readonly id: string
  readonly name: string
  readonly online: boolean
  /** seconds since the epoch; missing when it never reported */
  readonly lastSeen?: number
}
