import type { AgentParts } from '@svc/agent-sdk'
import type { Capability, Frame } from '@svc/protocol'
import type { Peer } from './conversation.ts'

/** Passes frames on to a plugin that runs in a thread of its own, which validates and answers them itself. */
export interface Relay {
  /** types of the messages that it handles */
  readonly opens: readonly string[]
  /** types of the further messages of its conversations, which others may have as well */
  readonly follows: readonly string[]
  receive(frame: Frame, peer: Peer): void
  /** `SystemInfo` was acknowledged. */
  connected(peer: Peer): void
  setPolicy(permitted: Iterable<Capability>, effective: Iterable<Capability>): void
}

/** The parts of a plugin in a thread of its own. */
export interface RelayedParts extends AgentParts {
  readonly relay?: Relay
}

export const relayOf = (parts: RelayedParts): Relay | undefined => parts.relay
