import { X509Certificate } from 'node:crypto'
import { configError, configReader, readTimeout } from '../config-reader.ts'
import { commandWords, redisCommands } from './redis.ts'

const comparisons = ['equals', 'contains', 'at_least', 'at_most'] as const
export type Comparison = (typeof comparisons)[number]

export interface DatabaseConfig {
  readonly username?: string
  readonly password?: string
  readonly database?: string
  /** whether the connection is encrypted, and the certificate verified */
  readonly tls: 'off' | 'verify' | 'unverified'
  /** certificate authorities to trust instead of the built-in ones, in PEM */
  readonly ca?: string
  readonly query?: string
  /** the first value of the result; without it, the query only has to succeed */
  readonly expected?: string
  readonly comparison: Comparison
  readonly timeout: number
}

const fields = ['username', 'password', 'database', 'tls', 'ca', 'query', 'expected', 'comparison', 'timeout']

function isCertificates(pem: string): boolean {
  try {
    return new X509Certificate(pem).subject !== undefined
  } catch {
    return false
  }
}

/** Validates the configuration of a database check. */
export function readDatabaseConfig(type: string, config: Readonly<Record<string, unknown>>): DatabaseConfig {
  const reader = configReader(config, fields)
  const isRedis = type === 'redis'
  const username = reader.text('username', 200)
  const password = reader.text('password', 1000)
  const database = reader.text('database', 200)
  if (!isRedis && username === undefined) throw configError('username', 'kernel.REQUIRED')
  if (isRedis && username !== undefined && password === undefined) throw configError('password', 'kernel.REQUIRED')
  if (isRedis && database !== undefined && !/^\d{1,5}$/.test(database)) {
    throw configError('database', 'kernel.INTEGER_RANGE', { min: 0, max: 99_999 })
  }
  const tls = reader.choice('tls', ['off', 'verify', 'unverified'])
  const ca = reader.text('ca', 32_768)
  if (ca !== undefined && !isCertificates(ca)) throw configError('ca', 'monitors.CERTIFICATES')
  const query = reader.text('query', 4000)
  if (isRedis && query !== undefined && !redisCommands.includes(commandWords(query)[0]?.toUpperCase() ?? '')) {
    throw configError('query', 'monitors.REDIS_COMMAND', { values: [...redisCommands] })
  }
  const expected = reader.text('expected', 1000)
  const comparison = reader.choice('comparison', comparisons)
  const isNumeric = comparison === 'at_least' || comparison === 'at_most'
  if (isNumeric && expected !== undefined && !Number.isFinite(Number(expected))) {
    throw configError('expected', 'monitors.EXPECTED_NUMBER')
  }
  return {
    ...(username !== undefined && { username }),
    ...(password !== undefined && { password }),
    ...(database !== undefined && { database }),
    tls,
    ...(ca !== undefined && { ca }),
    ...(query !== undefined && { query }),
    ...(expected !== undefined && { expected }),
    comparison,
    timeout: readTimeout(reader),
  }
}
