import { uptime } from 'node:os'

/** The time limits of a connection, in milliseconds, and the clock. Tests shorten them. */
export interface Timing {
  /** TCP, TLS and the WebSocket handshake together */
  readonly handshake: number
  /** from the open socket to the first frame */
  readonly welcome: number
  /** the server pings every 30 s: without any frame or ping for this long the peer is gone */
  readonly deadPeer: number
  /** the facts for `SystemInfo`: more than plugins are promised, an empty one is worse than a late one */
  readonly facts: number
  /** the close handshake, and each plugin's own closing */
  readonly close: number
  /** the import and set-up of a plugin that a temporary grant brings in */
  readonly ready: number
  /** between two looks at the temporary grants */
  readonly grants: number
  /** time that passed since any start, also while the host was suspended; nobody sets it */
  readonly elapsed: () => number
  /** the wait after the nth failed attempt */
  readonly wait?: () => number
}

export const timing: Timing = {
  handshake: 15_000,
  welcome: 15_000,
  deadPeer: 90_000,
  facts: 3_000,
  close: 2_000,
  ready: 10_000,
  grants: 3_000,
  // Not `performance.now`: that clock of the kernel stands still while the host sleeps.
  elapsed: () => uptime() * 1000,
}
