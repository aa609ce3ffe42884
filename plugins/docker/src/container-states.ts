import type { CanAsk } from './can-ask.ts'
import type { ContainerStates } from './contract.ts'
import type { HostState } from './host-state.ts'
import type { Container } from './wire.ts'

/** Peers say it only in the words of the daemon: `Up 2 hours (healthy)`. */
export const healthOf = ({ health, status }: Container): string | null =>
  health ?? /\((?:health: )?(starting|healthy|unhealthy)\)/.exec(status)?.[1] ?? null

interface Parts {
  readonly canAsk: CanAsk
  readonly state: Pick<HostState, 'containers' | 'find'>
}

/** Containers for other plugins, such as monitors. */
export const makeContainerStates = ({ canAsk, state }: Parts): ContainerStates => ({
  async find(serverId, name) {
    if (!canAsk(serverId)) return 'unreachable'
    try {
      await state.containers.get(serverId)
    } catch {
      return 'unreachable'
    }
    const found = state.find(serverId, name)
    return found && { name: found.name, image: found.image, state: found.state, health: healthOf(found) }
  },
})
