import { capabilityBits, type ServerStatus } from '@svc/protocol'
import type { dockerExtrasFeature, dockerFeature } from '../src/wire.ts'

// Only the types of the wire are imported, because its schemas would come along.
const available: typeof dockerFeature = 'docker'
const extras: typeof dockerExtrasFeature = 'docker_extras'

/** Whether the agent may use Docker. */
export const mayUseDocker = ({ capabilities }: ServerStatus): boolean => (capabilities & capabilityBits.docker) !== 0

/** Whether the agent reaches the daemon of its host. */
export const reachesDocker = ({ features }: ServerStatus): boolean => features.includes(available)

/** Whether the agent knows what only ours do. */
export const hasDockerExtras = ({ features }: ServerStatus): boolean => features.includes(extras)
