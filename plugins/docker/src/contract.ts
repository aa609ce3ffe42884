import { type ServiceRef, service } from '@svc/plugin-sdk'

/** A container of a host, as other plugins see it. */
export interface ContainerState {
  readonly name: string
  readonly image: string
  /** `created`, `restarting`, `running`, `removing`, `paused`, `exited` or `dead` */
  readonly state: string
  /** `starting`, `healthy` or `unhealthy`; null without a health check */
  readonly health: string | null
}

/** The containers of hosts. */
export interface ContainerStates {
  /** The container with this name or id, undefined if there is none. The list may be five seconds old. */
  find(serverId: string, name: string): Promise<ContainerState | 'unreachable' | undefined>
}

export const containerStates: ServiceRef<ContainerStates> = service('docker.containerStates')
