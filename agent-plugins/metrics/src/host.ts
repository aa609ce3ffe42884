import type { AgentParts, Sampler } from '@svc/agent-sdk'

/** The metrics and facts a platform provides. */
export interface Host {
  readonly samplers: readonly Sampler[]
  readonly facts: NonNullable<AgentParts['facts']>
  close(): void
}

export interface HostOptions {
  /** whether to read temperature sensors */
  readonly temperature: boolean
}
