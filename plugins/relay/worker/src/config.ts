import type { Environment } from './send-schema.ts'

/** Variables and secrets of the deployment. */
export type Variables = Readonly<Record<string, unknown>>

/** The identity of the publisher at the push service, and what may be sent. */
export interface RelayConfig {
  readonly teamId: string
  readonly keyId: string
  /** PKCS#8 PEM of a P-256 key */
  readonly privateKey: string
  /** bundle id of the main app */
  readonly topic: string
  readonly environments: ReadonlySet<Environment>
}

/** A variable that is missing or wrong; the message never contains a value. */
export class ConfigError extends Error {}

const maxKeyLength = 4096
const environments: readonly string[] = ['sandbox', 'production']

function read(variables: Variables, name: string, rule: RegExp, says: string): string {
  const value = variables[name]
  if (typeof value !== 'string' || !rule.test(value)) throw new ConfigError(`${name} must be ${says}`)
  return value
}

function readEnvironments(value: unknown): ReadonlySet<Environment> {
  const names = typeof value === 'string' ? value.split(',').map((name) => name.trim()) : environments
  const isValid = names.every((name) => environments.includes(name)) && new Set(names).size === names.length
  if (!isValid) throw new ConfigError('APNS_ENVIRONMENTS must be sandbox, production, or both separated by a comma')
  return new Set(names as Environment[])
}

/** Reads the variables `APNS_…`; throws `ConfigError`. */
export function readConfig(variables: Variables): RelayConfig {
  const publisher = /^[A-Z0-9]{10}$/
  const key = variables.APNS_PRIVATE_KEY
  if (typeof key !== 'string' || key.length > maxKeyLength || !key.includes('-----BEGIN PRIVATE KEY-----')) {
    throw new ConfigError(`APNS_PRIVATE_KEY must be a private key in PKCS#8 PEM of at most ${maxKeyLength} characters`)
  }
  return {
    teamId: read(variables, 'APNS_TEAM_ID', publisher, '10 characters of A-Z and 0-9'),
    keyId: read(variables, 'APNS_KEY_ID', publisher, '10 characters of A-Z and 0-9'),
    topic: read(
      variables,
      'APNS_TOPIC',
      /^(?=.{1,255}$)[A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)+$/,
      'the bundle id of the app',
    ),
    privateKey: key,
    environments: readEnvironments(variables.APNS_ENVIRONMENTS),
  }
}
