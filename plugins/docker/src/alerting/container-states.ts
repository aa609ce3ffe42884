import { matchesPattern } from '@svc/plugin-alerts/contract'

export const containerTypes = [
  'docker_container_stopped',
  'docker_container_unhealthy',
  'docker_container_restarting',
] as const
export type ContainerType = (typeof containerTypes)[number]

/** A container that dies this often within this time keeps restarting. */
export const minDeaths = 3
export const deathsSeconds = 600

/** What happened to a container. */
export interface ContainerEvent {
  /** epoch seconds */
  readonly timestamp: number
  readonly action: string
  readonly actor_id: string
  readonly actor_name: string | null
}

interface ContainerState {
  name: string
  isStopped: boolean
  isUnhealthy: boolean
  /** of the last deaths, ascending */
  deaths: number[]
}

/** Follows the containers of a host through its events. A container is unknown before its first one. */
export function makeContainerStates(type: ContainerType, pattern: string | null) {
  const containers = new Map<string, ContainerState>()

  function matches({ name, isStopped, isUnhealthy, deaths }: ContainerState, now: number): boolean {
    if (!matchesPattern({ pattern }, name)) return false
    if (type === 'docker_container_stopped') return isStopped
    if (type === 'docker_container_unhealthy') return isUnhealthy
    return deaths.length === minDeaths && (deaths[0] as number) >= now - deathsSeconds
  }

  return {
    apply({ timestamp, action, actor_id, actor_name }: ContainerEvent): void {
      if (action === 'destroy') {
        containers.delete(actor_id)
        return
      }
      const created = { name: actor_id, isStopped: false, isUnhealthy: false, deaths: [] }
      const container: ContainerState = containers.getOrInsert(actor_id, created)
      container.name = actor_name ?? container.name
      if (action.startsWith('health_status')) container.isUnhealthy = action.includes('unhealthy')
      if (action !== 'start' && action !== 'die') return
      container.isStopped = action === 'die'
      container.isUnhealthy = false
      if (action === 'die') container.deaths = [...container.deaths, timestamp].slice(-minDeaths)
    },
    /** Whether the condition holds on any container; `now` in epoch seconds. */
    matches: (now: number): boolean => containers.values().some((container) => matches(container, now)),
  }
}
