import { uptime } from 'node:os'

/** Timeouts and intervals in milliseconds, and the clock. Shortened by tests. */
export interface Timing {
  /** TCP, TLS and WebSocket handshake together */
  readonly handshake: number
  /** from the open connection to the first frame */
  readonly welcome: number
  /** without any frame; the server pings every 30 s */
  readonly deadPeer: number
  /** for the facts in `SystemInfo`; longer than plugins may take, because late facts are better than none */
  readonly facts: number
  /** for the close handshake, and for each plugin to close */
  readonly close: number
  /** for a plugin to load after a temporary grant */
  readonly ready: number
  /** the first connection waits so long for plugins in threads of their own; later ones join when they are ready */
  readonly hostPlugins: number
  /** interval at which plugins in threads of their own are asked whether they are alive */
  readonly pluginPing: number
  /** without an answer, such a plugin is stopped */
  readonly pluginTimeout: number
  /** interval at which the temporary grants are checked */
  readonly grants: number
  /** monotonic clock that includes the time the host was suspended */
  readonly elapsed: () => number
  /** overrides the reconnect backoff */
  readonly wait?: () => number
}

export const defaultTiming: Timing = {
  handshake: 15_000,
  welcome: 15_000,
  deadPeer: 90_000,
  facts: 3_000,
  close: 2_000,
  ready: 10_000,
  hostPlugins: 2_000,
  pluginPing: 5_000,
  pluginTimeout: 10_000,
  grants: 3_000,
  // Not `performance.now`: it stops while the host is suspended.
  elapsed: () => uptime() * 1000,
}
