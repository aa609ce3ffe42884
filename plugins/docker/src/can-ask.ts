import type { Agents } from '@svc/plugin-enrollment/contract'
import type { Core } from '@svc/plugin-sdk'
import { dockerFeature } from './wire.ts'

/** Whether the daemon of a host can be asked now. */
export type CanAsk = (serverId: string) => boolean

export const makeCanAsk =
  (agents: Pick<Agents, 'isOnline' | 'capabilities' | 'features'>, capabilities: Core['capabilities']): CanAsk =>
  (serverId) =>
    agents.isOnline(serverId) &&
    (agents.capabilities(serverId) & capabilities.bitOf('docker')) !== 0 &&
    agents.features(serverId).includes(dockerFeature)
