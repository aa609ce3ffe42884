import type { AgentParts, Sampler } from '@svc/agent-sdk'

/** What a platform can tell about its host. */
export interface Host {
  readonly samplers: readonly Sampler[]
  readonly facts: NonNullable<AgentParts['facts']>
  close(): void
}

export interface HostOptions {
  /** whether temperature sensors are read */
  readonly temperature: boolean
}
