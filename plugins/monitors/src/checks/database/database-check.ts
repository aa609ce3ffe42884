import { isIPv6 } from 'node:net'
import { type Clock, type CodedText, invalid, text } from '@svc/plugin-sdk'
import { type Outbound, OutboundError } from '@svc/plugin-system/contract'
import { type CheckType, excerpt, failed, succeeded } from '../check-type.ts'
import { describeError } from '../error-text.ts'
import type { ReadTarget } from '../read-target.ts'
import { DatabaseError, type QueryResult, type RunQuery } from './client.ts'
import { type DatabaseConfig, readDatabaseConfig } from './database-config.ts'
import { LimitedStream } from './limited-stream.ts'
import { runMysqlQuery } from './mysql.ts'
import { runPostgresQuery } from './postgres.ts'
import { runRedisQuery } from './redis.ts'

interface Parts {
  readonly clock: Pick<Clock, 'now' | 'after'>
  readonly outbound: Pick<Outbound, 'connect'>
  readonly readTarget: ReadTarget
}

const kinds = {
  postgres: { port: 5432, run: runPostgresQuery },
  mysql: { port: 3306, run: runMysqlQuery },
  redis: { port: 6379, run: runRedisQuery },
} as const satisfies Record<string, { port: number; run: RunQuery }>
export type DatabaseType = keyof typeof kinds

const maxBytes = 1024 * 1024
const maxValueLength = 60

const quote = (value: string | null) => (value === null ? 'NULL' : `"${excerpt(value, maxValueLength)}"`)

/** Why a result fails the check; undefined if it passes. */
function resultError({ value }: QueryResult, { expected, comparison }: DatabaseConfig): CodedText | undefined {
  if (expected === undefined) return undefined
  if (value === undefined) return text('monitors.NO_ROWS')
  const params = { value: quote(value), expected: quote(expected) }
  if (comparison === 'equals') return value === expected ? undefined : text('monitors.RESULT_DIFFERS', params)
  if (comparison === 'contains') {
    return value?.includes(expected) ? undefined : text('monitors.RESULT_LACKS', params)
  }
  const number = value === null || value.trim() === '' ? Number.NaN : Number(value)
  if (Number.isNaN(number)) return text('monitors.RESULT_NO_NUMBER', params)
  if (comparison === 'at_least') return number >= Number(expected) ? undefined : text('monitors.RESULT_BELOW', params)
  return number <= Number(expected) ? undefined : text('monitors.RESULT_ABOVE', params)
}

/** A host gets the default port of the database. */
function withPort(given: string, port: number): string {
  if (isIPv6(given)) return `[${given}]:${port}`
  return /:\d+$/.test(given) ? given : `${given}:${port}`
}

/** Signs in to a database, runs a query and compares its result. */
export function makeDatabaseCheck(
  type: DatabaseType,
  { clock, outbound, readTarget }: Parts,
): CheckType<DatabaseConfig> {
  const { port: defaultPort, run } = kinds[type]

  /** Runs the query on a connection that ends with the timeout or the signal. */
  async function query(target: string, config: DatabaseConfig, signal: AbortSignal): Promise<QueryResult> {
    const { tls, ca, timeout } = config
    const timeoutMs = timeout * 1000
    const deadline = clock.now() + timeoutMs
    const { host, port } = await readTarget('tcp', target)
    const socket = await outbound.connect({ host, port, reach: 'network', timeoutMs, signal })
    const stream = new LimitedStream(socket, maxBytes)
    const ended = Promise.withResolvers<never>()
    ended.promise.catch(() => {})
    const end = (error: OutboundError) => {
      ended.reject(error)
      stream.destroy(error)
    }
    // Of other errors, and of the end of the connection, the client tells.
    stream.on('error', (error) => error instanceof OutboundError && ended.reject(error))
    const remaining = Math.max(0, deadline - clock.now())
    const cancelTimeout = clock.after(remaining, () => end(new OutboundError('timeout', target)))
    const onAbort = () => end(new OutboundError('failed', target))
    signal.addEventListener('abort', onAbort)
    if (signal.aborted) onAbort()
    try {
      const encryption = tls === 'off' ? undefined : { rejectUnauthorized: tls === 'verify', ...(ca && { ca }) }
      const { username, password, database } = config
      const work = run({
        ...{ stream, host, port, encryption, username, password, database },
        query: config.query,
        timeoutMs: Math.max(1, Math.ceil(remaining)),
      })
      return await Promise.race([work, ended.promise])
    } catch (error) {
      // A client reports in its own words that the connection ended.
      if (stream.errored instanceof OutboundError) throw stream.errored
      if (error instanceof DatabaseError || error instanceof OutboundError) throw error
      // not what a database or its network does
      if (error instanceof TypeError) throw error
      throw new OutboundError('failed', target, (error as NodeJS.ErrnoException).code ?? 'UND_ERR_SOCKET')
    } finally {
      cancelTimeout()
      signal.removeEventListener('abort', onAbort)
      stream.destroy()
    }
  }

  return {
    type,
    secretFields: ['username', 'password', 'query'],
    async readTarget(given) {
      if (/^[a-z][a-z\d+.-]*:\/\//i.test(given)) throw invalid('target', 'monitors.HOST_AND_OPTIONAL_PORT')
      const target = withPort(given, defaultPort)
      await readTarget('tcp', target)
      return target
    },
    readConfig: (config) => readDatabaseConfig(type, config),
    async check({ target, config, signal }) {
      const startedAt = clock.now()
      try {
        const result = await query(target, config, signal)
        const latency = Math.max(0, clock.now() - startedAt)
        const { value, rows } = result
        const detail = {
          rows,
          ...(value !== undefined && { value: value === null ? null : excerpt(value, maxValueLength) }),
        }
        const error = resultError(result, config)
        return error ? failed(error, latency, detail) : succeeded(latency, detail)
      } catch (error) {
        return failed(error instanceof DatabaseError ? error.text : describeError(error, config.timeout))
      }
    },
  }
}
