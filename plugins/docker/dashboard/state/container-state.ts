import type { StatusTone } from '@svc/dashboard-sdk'
import type { Container } from '../../src/wire.ts'

const states = ['created', 'restarting', 'running', 'removing', 'paused', 'exited', 'dead'] as const
export type State = (typeof states)[number] | 'unknown'
export type Health = 'starting' | 'healthy' | 'unhealthy'

type Described = Pick<Container, 'state' | 'status'> & Partial<Container>

export const stateOf = ({ state }: Pick<Container, 'state'>): State =>
  states.find((known) => known === state.toLowerCase()) ?? 'unknown'

/** Peers tell the health only in the words of the daemon: `Up 2 hours (healthy)`. */
export function healthOf({ health, status }: Described): Health | undefined {
  const found = health ?? /\((?:health: )?(starting|healthy|unhealthy)\)/.exec(status)?.[1]
  return found === 'starting' || found === 'healthy' || found === 'unhealthy' ? found : undefined
}

/** Of a container that is not running. Peers tell it only in the words of the daemon: `Exited (137) 5 minutes ago`. */
export function exitCodeOf({ exit_code, state, status }: Described): number | undefined {
  if (state !== 'exited' && state !== 'dead') return undefined
  const code = exit_code ?? /^Exited \((\d+)\)/.exec(status)?.[1]
  return code === undefined ? undefined : Number(code)
}

export const isRunning = (container: Described): boolean => {
  const state = stateOf(container)
  return state === 'running' || state === 'paused' || state === 'restarting'
}

/** Exit codes of a container that ended well or was stopped: success, Ctrl-C, SIGKILL and SIGTERM. */
const usualCodes = [0, 130, 137, 143]

/** Whether somebody should look at it. */
export function hasProblem(container: Described): boolean {
  const state = stateOf(container)
  if (state === 'restarting' || state === 'dead' || container.oom_killed || container.error) return true
  const code = exitCodeOf(container)
  return healthOf(container) === 'unhealthy' || (code !== undefined && !usualCodes.includes(code))
}

export function toneOf(container: Described): StatusTone {
  if (hasProblem(container)) return stateOf(container) === 'restarting' ? 'warn' : 'danger'
  switch (stateOf(container)) {
    case 'running':
      return healthOf(container) === 'starting' ? 'pending' : 'on'
    case 'paused':
      return 'warn'
    case 'removing':
      return 'pending'
    default:
      return 'off'
  }
}

/** Why a container is not running, as a key of the texts. */
export function exitReasonOf(container: Described): string | undefined {
  const code = exitCodeOf(container)
  if (code === undefined) return undefined
  if (container.oom_killed) return 'oom'
  const known: Readonly<Record<number, string>> = {
    ...{ 0: 'success', 125: 'daemon', 126: 'notExecutable', 127: 'notFound', 130: 'interrupted' },
    ...{ 134: 'aborted', 137: 'killed', 139: 'segfault', 143: 'terminated' },
  }
  return known[code] ?? (code > 128 && code < 160 ? 'signal' : 'failure')
}

/** The words of the daemon without what is said elsewhere: `Exited (1) 2 hours ago`, `Up 3 hours (Paused)`. */
export const shortStatus = ({ status }: Pick<Container, 'status'>): string =>
  status.replace(/^(?:Exited|Restarting) \(\d+\) /, '').replace(/ \([^)]*\)$/, '')
