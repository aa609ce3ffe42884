import { ConfigError, type Variables } from './config.ts'

/** What one instance of the relay takes on. Its state is its own: no global budget, and no memory of what was sent. */
export interface Limits {
  /** bytes of a request, counted while they arrive */
  readonly bodyBytes: number
  readonly bodyMs: number
  readonly providerMs: number
  /** bytes of a response of the push service */
  readonly responseBytes: number
  readonly concurrent: number
  /** requests in a minute */
  readonly total: number
  readonly perSource: number
  readonly perTarget: number
  /** different sources, and different targets, in a minute */
  readonly mapEntries: number
}

export const defaultLimits: Limits = {
  bodyBytes: 8192,
  bodyMs: 5000,
  providerMs: 10_000,
  responseBytes: 4096,
  concurrent: 32,
  total: 600,
  perSource: 120,
  perTarget: 60,
  mapEntries: 4096,
}

const variables = {
  RELAY_MAX_CONCURRENT: 'concurrent',
  RELAY_MAX_PER_MINUTE: 'total',
  RELAY_MAX_PER_SOURCE: 'perSource',
  RELAY_MAX_PER_TARGET: 'perTarget',
  RELAY_MAX_TRACKED: 'mapEntries',
} as const

/** The limits, with those that the deployment changes; throws `ConfigError`. */
export function readLimits(given: Variables): Limits {
  const changed = Object.entries(variables).flatMap(([name, limit]) => {
    const value = given[name]
    if (value === undefined) return []
    const number = Number(value)
    if (!Number.isInteger(number) || number < 1 || number > 1_000_000) {
      throw new ConfigError(`${name} must be an integer from 1 to 1000000`)
    }
    return [[limit, number]]
  })
  return { ...defaultLimits, ...Object.fromEntries(changed) }
}
