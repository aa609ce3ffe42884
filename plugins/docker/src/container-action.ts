import { invalid } from '@svc/plugin-sdk'
import type { ContainerAction } from './wire.ts'

const names = ['start', 'stop', 'restart', 'remove', 'pause', 'unpause', 'kill'] as const
type Name = (typeof names)[number]

/** An action as it was requested. */
export interface RequestedAction {
  readonly name: Name
  readonly action: ContainerAction
  /** whether only our own agents know it */
  readonly isExtra: boolean
  /** seconds that the container has to end */
  readonly graceSeconds: number
}

type Options = Readonly<Record<string, unknown>>

/** seconds; the daemon's default for stop and restart */
const defaultGrace = 10
const maxGrace = 300
const signalPattern = '^(SIG)?[A-Z][A-Z0-9+-]{0,15}$'

const isObject = (value: unknown): value is Options =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function timeoutOf({ timeout = null }: Options): number | null {
  if (timeout === null) return null
  if (typeof timeout === 'number' && Number.isInteger(timeout) && timeout >= 0 && timeout <= maxGrace) return timeout
  throw invalid('timeout', 'kernel.INTEGER_RANGE', { min: 0, max: maxGrace })
}

function flagOf(options: Options, name: 'force' | 'volumes'): boolean {
  const value = options[name] ?? false
  if (typeof value !== 'boolean') throw invalid(name, 'kernel.MUST_BE_BOOLEAN')
  return value
}

function signalOf({ signal = null }: Options): string | null {
  if (signal === null) return null
  if (typeof signal === 'string' && new RegExp(signalPattern).test(signal)) return signal
  throw invalid('signal', 'kernel.PATTERN', { pattern: signalPattern })
}

/** `"Start"`, `{ "Stop": { "timeout": 5 } }` or `{ "action": "stop", "timeout": 5 }`. */
function split(body: unknown): readonly [name: unknown, options: Options] {
  if (!isObject(body)) return [body, {}]
  if (Object.hasOwn(body, 'action')) return [body.action, body]
  const [[name, options] = []] = Object.entries(body)
  return [name, isObject(options) ? options : {}]
}

/** Reads the body of the action route; throws 422. */
export function parseAction(body: unknown): RequestedAction {
  const [given, options] = split(body)
  const name = names.find((one) => typeof given === 'string' && one === given.toLowerCase())
  switch (name) {
    case 'start':
      return { name, action: 'Start', isExtra: false, graceSeconds: 0 }
    case 'stop': {
      const timeout = timeoutOf(options)
      return { name, action: { Stop: { timeout } }, isExtra: false, graceSeconds: timeout ?? defaultGrace }
    }
    case 'restart': {
      const timeout = timeoutOf(options)
      return { name, action: { Restart: { timeout } }, isExtra: false, graceSeconds: timeout ?? defaultGrace }
    }
    case 'remove': {
      const [force, volumes] = [flagOf(options, 'force'), flagOf(options, 'volumes')]
      const action = { Remove: volumes ? { force, volumes } : { force } }
      return { name, action, isExtra: volumes, graceSeconds: 0 }
    }
    case 'pause':
      return { name, action: 'Pause', isExtra: true, graceSeconds: 0 }
    case 'unpause':
      return { name, action: 'Unpause', isExtra: true, graceSeconds: 0 }
    case 'kill':
      return { name, action: { Kill: { signal: signalOf(options) } }, isExtra: true, graceSeconds: 0 }
    default:
      throw invalid('action', 'kernel.ONE_OF', { values: names })
  }
}
