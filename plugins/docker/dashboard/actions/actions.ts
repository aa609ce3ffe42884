import type { ContainerAction, DockerEvent } from '../../src/wire.ts'
import { type State, stateOf } from '../state/container-state.ts'

export const actionNames = ['start', 'restart', 'stop', 'pause', 'unpause', 'kill', 'remove'] as const
export type ActionName = (typeof actionNames)[number]

/** Actions that agents of others do not know. */
const extras: readonly ActionName[] = ['pause', 'unpause', 'kill']

const byState: Readonly<Record<State, readonly ActionName[]>> = {
  created: ['start', 'remove'],
  running: ['restart', 'stop', 'pause', 'kill', 'remove'],
  paused: ['unpause', 'stop', 'remove'],
  restarting: ['restart', 'stop', 'kill', 'remove'],
  exited: ['start', 'remove'],
  dead: ['remove'],
  removing: [],
  unknown: ['start', 'stop', 'remove'],
}

/** What can be done with a container in its state. */
export const actionsFor = (container: { readonly state: string }, hasExtras: boolean): readonly ActionName[] =>
  byState[stateOf(container)].filter((name) => hasExtras || !extras.includes(name))

/** Actions that interrupt a service or delete something, and so are confirmed. */
export const needsConfirmation = (name: ActionName): boolean =>
  name === 'stop' || name === 'restart' || name === 'kill' || name === 'remove'

/** What is asked before an action. */
export interface Choices {
  /** seconds before a container that does not stop is killed */
  readonly timeout: number
  readonly signal: string
  readonly force: boolean
  readonly volumes: boolean
}

/** The body of the request. */
export function bodyOf(name: ActionName, { timeout, signal, force, volumes }: Choices): ContainerAction {
  switch (name) {
    case 'start':
      return 'Start'
    case 'stop':
      return { Stop: { timeout } }
    case 'restart':
      return { Restart: { timeout } }
    case 'pause':
      return 'Pause'
    case 'unpause':
      return 'Unpause'
    case 'kill':
      return { Kill: { signal } }
    case 'remove':
      return { Remove: { force, ...(volumes && { volumes }) } }
  }
}

const lastEvent: Readonly<Record<ActionName, string>> = {
  ...{ start: 'start', stop: 'stop', restart: 'restart', pause: 'pause', unpause: 'unpause' },
  ...{ kill: 'kill', remove: 'destroy' },
}

type Outcome = Pick<DockerEvent, 'event_type' | 'action' | 'actor_id'>

/** Whether the daemon says with this event that the action was done. */
export const isOutcome = (name: ActionName, containerId: string, event: Outcome): boolean =>
  event.event_type === 'container' && event.actor_id === containerId && event.action === lastEvent[name]
