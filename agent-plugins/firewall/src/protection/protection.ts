import type { Network } from '@svc/probe-target'

/** A range that is never blocked on this host. */
export interface Protection {
  readonly network: Network
  /** completes "it overlaps …" */
  readonly what: string
}
